import { asTemplate, RawTexts } from '../text/literal.ts';
import type { HeaderDraft } from './draft.ts';
import type { Tell } from './result.ts';

/** What a way to sign in becomes. */
export interface SignIn {
  readonly directives: readonly string[];
  readonly headers?: readonly HeaderDraft[];
}

/** A marked text as one word of `# @auth`. */
function word(text: string, tell: Tell): string {
  const written = asTemplate(text.replace(/[\r\n]+/g, ' '), new RawTexts(''));
  const bare = written.replace(/\{\{[^{}]*\}\}/g, '');
  if (written.includes('{{[') || (/"/.test(bare) && /'/.test(bare) && /\s/.test(bare)))
    tell('warning', 'A credential cannot be written as it is: put it into a variable.');
  if (written !== '' && !/[\s"']/.test(bare)) return written;
  return bare.includes('"') ? `'${written}'` : `"${written}"`;
}

/** `# @auth` for what Req signs in with; marks may stand in every text. */
export function signIn(type: string, field: (...names: readonly string[]) => string, tell: Tell): SignIn {
  const words = (...names: readonly (readonly string[])[]): string => names.map((n) => word(field(...n), tell)).join(' ');
  const option = (name: string, ...names: readonly string[]): string =>
    field(...names) === '' ? '' : ` ${name}=${word(field(...names), tell)}`;
  switch (type.toLowerCase()) {
    case '':
    case 'inherit':
      return { directives: [] };
    case 'none':
    case 'noauth':
      return { directives: ['auth none'] };
    case 'basic':
      return { directives: [`auth basic ${words(['username'], ['password'])}`] };
    case 'digest':
      return { directives: [`auth digest ${words(['username'], ['password'])}`] };
    case 'bearer': {
      const prefix = field('prefix');
      if (prefix !== '' && prefix !== 'Bearer')
        return { directives: [], headers: [{ name: 'Authorization', value: `${prefix} ${field('token')}` }] };
      return { directives: [`auth bearer ${words(['token'])}`] };
    }
    case 'apikey': {
      const place = /^(?:query|queryparams)$/i.test(field('in', 'placement', 'addTo')) ? ' in=query' : '';
      if (/^cookie$/i.test(field('in', 'placement', 'addTo')))
        return { directives: [], headers: [{ name: 'Cookie', value: `${field('key')}=${field('value')}` }] };
      return { directives: [`auth apikey ${words(['key'], ['value'])}${place}`] };
    }
    case 'awsv4':
    case 'iam':
      return {
        directives: [
          `auth aws ${words(['accessKey', 'accessKeyId'], ['secretKey', 'secretAccessKey'])}${option('region', 'region')}${option('service', 'service')}${option('token', 'sessionToken')}`,
        ],
      };
    default:
      tell('warning', `Signing in by ${type} is not carried over: see docs/auth.md for what Req knows.`);
      return { directives: [] };
  }
}
