/** Variable of the headers that `client.global.headers.set` adds to all later requests: an object of names and values. */
export const globalHeadersName = 'clientGlobalHeaders';
