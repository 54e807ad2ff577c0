// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import { hasEvents } from './events.js';
import * as chai from 'chai';

export const create = () => ({ package: chai, hasEvents });
