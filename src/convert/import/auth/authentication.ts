import { authWord, type SignIn } from './authWord.ts';
import { credential } from '../secrets/credentials.ts';
import type { AddNote } from '../importResult.ts';
import { signedSignIn } from './signedSignIn.ts';

/** The `# @auth` directive or headers of an authentication type. Texts may contain marks. */
export function signIn(type: string, field: (...names: readonly string[]) => string, addNote: AddNote): SignIn {
  const secret = (name: string, ...names: readonly string[]): string => authWord(credential(name, field(...names)), addNote);
  const words = (...names: readonly (readonly string[])[]): string => names.map((n) => authWord(field(...n), addNote)).join(' ');
  const option = (name: string, ...names: readonly string[]): string =>
    field(...names) === '' ? '' : ` ${name}=${authWord(field(...names), addNote)}`;
  switch (type.toLowerCase()) {
    case '':
    case 'inherit':
      return { directives: [] };
    case 'none':
    case 'noauth':
      return { directives: ['auth none'] };
    case 'basic':
      return { directives: [`auth basic ${words(['username'])} ${secret('password', 'password')}`] };
    case 'digest':
      return { directives: [`auth digest ${words(['username'])} ${secret('password', 'password')}`] };
    case 'bearer': {
      const prefix = field('prefix');
      if (prefix !== '' && prefix !== 'Bearer')
        return { directives: [], headers: [{ name: 'Authorization', value: `${prefix} ${credential('token', field('token'))}` }] };
      return { directives: [`auth bearer ${secret('token', 'token')}`] };
    }
    case 'apikey': {
      const place = /^(?:query|queryparams)$/i.test(field('in', 'placement', 'addTo')) ? ' in=query' : '';
      if (/^cookie$/i.test(field('in', 'placement', 'addTo')))
        return {
          directives: [],
          headers: [{ name: 'Cookie', value: `${field('key')}=${credential(field('key') || 'apiKey', field('value'))}` }],
        };
      return { directives: [`auth apikey ${words(['key'])} ${secret(field('key') || 'apiKey', 'value')}${place}`] };
    }
    case 'awsv4':
    case 'iam':
      return {
        directives: [
          [
            `auth aws ${secret('awsAccessKey', 'accessKey', 'accessKeyId')} ${secret('awsSecretKey', 'secretKey', 'secretAccessKey')}`,
            `${option('region', 'region')}${option('service', 'service')}`,
            field('sessionToken') === '' ? '' : ` token=${secret('awsSessionToken', 'sessionToken')}`,
          ].join(''),
        ],
      };
    default: {
      const signed = signedSignIn(type.toLowerCase(), field, addNote);
      if (signed !== undefined) return signed;
      addNote('warning', `Signing in with ${type} is not carried over: see docs/auth.md for what Req supports.`);
      return { directives: [] };
    }
  }
}
