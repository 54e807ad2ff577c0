// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import * as cheerio from 'cheerio';

export const create = () => ({ package: cheerio, cheerio });
