// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import moment from 'moment';

export const create = () => ({ package: moment, moment });
