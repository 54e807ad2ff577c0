import { useKit, type Kit } from '../kit.ts';
import { DOMException } from './calls.ts';
import { structuredClone } from './clone.ts';
import { createCrypto } from './crypto.ts';
import { atob, btoa, TextDecoder, TextEncoder } from './encoding.ts';
import { formatted } from './formatted.ts';
import { createIntl } from './intl.ts';
import { tableText } from './table.ts';
import { createTimers } from './timers.ts';
import { URL, URLSearchParams } from './urls.ts';

const functions = { atob, btoa, DOMException, formatted, structuredClone, tableText, TextDecoder, TextEncoder, URL, URLSearchParams };

/** The library `web`: its globals by name, and functions of the API that few scripts need. */
export type Web = typeof functions & ReturnType<typeof createIntl> & ReturnType<typeof createCrypto> & Readonly<Record<string, unknown>>;

export function create(kit: Kit): Web {
  useKit(kit);
  return { ...functions, ...createCrypto(), ...createTimers(), ...createIntl() };
}
