export const isUuid = (text: string): boolean => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);

/** The common part of the HTML standard's rule for `input type=email`. */
const email = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)+$/;

export const isEmail = (text: string): boolean => text.length <= 254 && email.test(text);

/** @param month from 1 */
export const hasDay = (year: number, month: number, day: number): boolean => day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
