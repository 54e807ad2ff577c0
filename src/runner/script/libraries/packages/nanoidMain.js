// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import * as nanoid from 'nanoid';

export const create = () => ({ package: nanoid });
