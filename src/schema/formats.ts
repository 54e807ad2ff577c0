import { hasDay, isEmail, isUuid } from '../base/textFormats.ts';

const date = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const time = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function isDate(text: string): boolean {
  const [, year, month, day] = date.exec(text) ?? [];
  return year !== undefined && hasDay(Number(year), Number(month), Number(day));
}

/** RFC 3339. A leap second is at 23:59:60 UTC. */
function isTime(text: string): boolean {
  const [, hour, minute, second, offset] = time.exec(text) ?? [];
  if (hour === undefined || offset === undefined) return false;
  if (second !== '60') return true;
  const [h = 0, m = 0] = /[Zz]/.test(offset) ? [] : offset.slice(1).split(':').map(Number);
  const sign = offset.startsWith('-') ? 1 : -1;
  return (Number(hour) * 60 + Number(minute) + sign * (h * 60 + m) + 2880) % 1440 === 1439;
}

const isDateTime = (text: string): boolean => /^.{10}[Tt]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));

const isIpv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);

function isIpv6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0 || !/^[\da-f:.]+$/i.test(text)) return false;
  const groups = [...parts(head), ...parts(tail ?? '')];
  const last = groups.at(-1);
  const isMixed = last?.includes('.') === true;
  if (isMixed && !isIpv4(last)) return false;
  const hex = isMixed ? groups.slice(0, -1) : groups;
  const count = hex.length + (isMixed ? 2 : 0);
  // An address with dots ends with them, which also excludes `1.2.3.4::`.
  return hex.every((group) => /^[\da-f]{1,4}$/i.test(group)) && (tail === undefined ? count === 8 : count < 8) && !(isMixed && tail === '');
}

const parts = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));

/** RFC 3986 with a scheme. */
const isUri = (text: string): boolean =>
  /^[a-z][a-z\d+.-]*:(?:%[\da-f]{2}|[\w\-.~:/?#[\]@!$&'()*+,;=])*$/i.test(text) &&
  !/#.*#/.test(text) &&
  !/^[^?#]*[[\]](?<!^[a-z][a-z\d+.-]*:\/\/[^/?#]*)/i.test(text);

/** Formats that are checked. Others have no effect. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  email: isEmail,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  uuid: isUuid,
};

/** Continues "must be". */
export const formatNames: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-11-23',
  time: 'a time such as 10:00:00Z',
  'date-time': 'a date and time such as 2026-11-23T10:00:00Z',
  email: 'an email address',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URI with its scheme',
  uuid: 'a UUID',
};
