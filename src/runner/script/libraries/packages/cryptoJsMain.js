// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import CryptoJS from 'crypto-js';

export const create = () => ({ package: CryptoJS, CryptoJS });
