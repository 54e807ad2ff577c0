export type DynamicResult = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

export const fine = (text: string): DynamicResult => ({ ok: true, text });
export const wrong = (message: string): DynamicResult => ({ ok: false, message });
