export { DOMParser } from '@xmldom/xmldom';
export { default as xpath } from 'xpath';
