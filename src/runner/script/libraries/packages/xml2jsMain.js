// A package as scripts of Postman and Bruno have it. `package` is what `require` returns.
import xml2js from 'xml2js';

/** The global of Postman's scripts. @throws {Error} if the text is not XML */
function xml2Json(text) {
  let [error, value] = [null, undefined];
  xml2js.parseString(text, { explicitArray: false, trim: true, async: false }, (failed, result) => {
    [error, value] = [failed, result];
  });
  if (error !== null) throw error;
  return value;
}

export const create = () => ({ package: xml2js, xml2Json });
