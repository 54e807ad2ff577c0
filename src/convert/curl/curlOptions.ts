/** Long names of curl's short options. */
const letters: Readonly<Record<string, string>> = {
  A: 'user-agent',
  b: 'cookie',
  c: 'cookie-jar',
  C: 'continue-at',
  d: 'data',
  D: 'dump-header',
  e: 'referer',
  E: 'cert',
  f: 'fail',
  F: 'form',
  g: 'globoff',
  G: 'get',
  H: 'header',
  h: 'help',
  i: 'include',
  I: 'head',
  k: 'insecure',
  K: 'config',
  L: 'location',
  m: 'max-time',
  n: 'netrc',
  N: 'no-buffer',
  o: 'output',
  O: 'remote-name',
  P: 'ftp-port',
  q: 'disable',
  Q: 'quote',
  r: 'range',
  s: 'silent',
  S: 'show-error',
  t: 'telnet-option',
  T: 'upload-file',
  u: 'user',
  U: 'proxy-user',
  v: 'verbose',
  w: 'write-out',
  x: 'proxy',
  X: 'request',
  y: 'speed-time',
  Y: 'speed-limit',
  z: 'time-cond',
  '#': 'progress-bar',
  '0': 'http1.0',
  ':': 'next',
};

/** All options of curl 8 with a value, so that the value is not read as a URL. */
const valued = new Set(
  (
    'abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie ' +
    'cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation dns-interface ' +
    'dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save expect100-timeout form ' +
    'form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip ' +
    'header help hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl ' +
    'limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy ' +
    'oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert ' +
    'proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass ' +
    'proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 ' +
    'pubkey quote random-file range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid ' +
    'service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option ' +
    'tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket ' +
    'upload-file upload-flags url url-query user user-agent variable vlan-priority write-out'
  ).split(' '),
);

export interface Argument {
  /** The long name; undefined for a URL. */
  readonly name: string | undefined;
  /** Value of the option, or the URL; empty for a flag. */
  readonly value: string;
  /** Whether the flag is negated, as `--no-location`. */
  readonly off: boolean;
  /** As written, for messages. */
  readonly written: string;
}

/** Parses curl's arguments: `-sSLX POST`, `-HName: v`, `--name value`, `--name=value`, `--no-name`. */
export function* readArguments(words: readonly string[]): Generator<Argument> {
  let onlyUrls = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (onlyUrls || !word.startsWith('-') || word === '-') {
      yield { name: undefined, value: word, off: false, written: word };
    } else if (word === '--') onlyUrls = true;
    else if (word.startsWith('--')) {
      const equals = word.indexOf('=');
      const written = equals < 0 ? word : word.slice(0, equals);
      const name = written.slice(2);
      if (valued.has(name)) yield { name, value: equals < 0 ? (words[++i] ?? '') : word.slice(equals + 1), off: false, written };
      else if (name.startsWith('no-') && !quiet.has(name)) yield { name: name.slice(3), value: '', off: true, written };
      else yield { name, value: '', off: false, written };
    } else {
      for (let at = 1; at < word.length; at++) {
        const letter = word[at] as string;
        const name = Object.hasOwn(letters, letter) ? (letters[letter] as string) : letter;
        if (!valued.has(name)) yield { name, value: '', off: false, written: `-${letter}` };
        else {
          yield { name, value: at + 1 < word.length ? word.slice(at + 1) : (words[++i] ?? ''), off: false, written: `-${letter}` };
          break;
        }
      }
    }
  }
}

/** Options that affect neither the request nor what Req shows, or that name what Req always does. They are dropped without a note. */
export const quiet: ReadonlySet<string> = new Set(
  (
    'silent show-error verbose include progress-bar no-progress-meter no-buffer compressed disable fail fail-with-body basic ' +
    'styled-output no-styled-output proto-default http2 ipv4 tlsv1.2 parallel retry-connrefused'
  ).split(' '),
);
