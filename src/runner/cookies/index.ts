// The rules of cookies: a bundle of its own, for the list of public suffixes is large. Read when there is the first cookie.
export { CookieRules } from './cookieRules.ts';
export { fromNetscape, toNetscape } from './netscape.ts';
