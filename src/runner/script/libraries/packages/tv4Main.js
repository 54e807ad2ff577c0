// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import tv4 from 'tv4';

export const create = () => ({ package: tv4, tv4 });
