// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import addFormats from 'ajv-formats';

export const create = () => ({ package: addFormats });
