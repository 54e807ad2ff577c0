// A separate bundle, because the public suffix list is large. Loaded with the first cookie.
export { CookieRules, mostCookies } from './cookieRules.ts';
export { fromNetscape, toNetscape } from './netscape.ts';
