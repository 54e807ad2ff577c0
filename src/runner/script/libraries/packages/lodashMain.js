// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import _ from 'lodash';

export const create = () => ({ package: _, _ });
