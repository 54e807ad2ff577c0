// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import * as uuid from 'uuid';

export const create = () => ({ package: uuid });
