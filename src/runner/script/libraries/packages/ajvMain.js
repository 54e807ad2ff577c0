// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

export const create = () => ({ package: Ajv, Ajv, addFormats });
