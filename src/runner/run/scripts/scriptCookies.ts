import { shortened } from '../../../base/text/shortened.ts';
import { ReqError } from '../../../base/reqError.ts';
import { isTainted, unnamedSecret, type SendOptions, type Taint } from '../../../language/index.ts';
import type { CookiesOfRun } from '../../cookies/cookiesOfRun.ts';
import type { CookieNotes, KeptCookie } from '../../cookies/cookieTypes.ts';
import type { Host } from '../../ports/host.ts';
import type { CookieCall, ListedCookie, ScriptJob } from '../../script/scriptTypes.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import { cookieField } from './cookieField.ts';
import type { ScriptTaint } from './scriptTaint.ts';

/** Maximum cookies that one script may set and delete, the same as for one response. */
const mostChanges = 500;
/** Maximum calls of one script. */
const mostCalls = 5000;

/** Dependencies of a script's calls on its run. */
export interface JarUser {
  readonly cookies: CookiesOfRun;
  readonly options: Pick<SendOptions, 'cookieJar'>;
  readonly host: Pick<Host, 'mayLookUp'>;
  readonly mask: Pick<MaskBox, 'secretsIn'>;
  readonly madeFrom: () => Taint;
}

/** The cookie jar of one script: `pm.cookies`, `bru.cookies` and their jars. */
export class ScriptCookies {
  readonly #job: Pick<ScriptJob, 'source'>;
  readonly #taint: ScriptTaint;
  readonly #user: JarUser;
  readonly #names: Set<string>;
  #calls = 0;
  #changes = 0;

  /** @param names names of the secrets that the scripts of the run have read. Grows */
  constructor(job: Pick<ScriptJob, 'source'>, taint: ScriptTaint, user: JarUser, names: Set<string>) {
    this.#job = job;
    this.#taint = taint;
    this.#user = user;
    this.#names = names;
  }

  get #isOn(): boolean {
    return this.#user.options.cookieJar;
  }

  /** @returns JSON: a list of cookies for `get`, else null. Rejects with a ReqError if the script may not do it */
  async call(call: CookieCall): Promise<string> {
    if (++this.#calls > mostCalls) throw new ReqError('script', `A script can call the cookie jar ${mostCalls} times.`);
    const { cookies } = this.#user;
    if (call.name !== 'get' && ++this.#changes > mostChanges) throw new ReqError('script', `A script can change ${mostChanges} cookies.`);
    if (call.name === 'clear') {
      if (this.#isOn) await (await cookies.jar()).clear();
      return 'null';
    }
    const url = checkedUrl(call.url);
    switch (call.name) {
      case 'get':
        return JSON.stringify(this.#isOn ? await this.#get(url) : []);
      case 'set':
        await this.#put(url, call.cookie);
        return 'null';
      default:
        if (this.#isOn) await (await cookies.jar()).remove(url, call.cookie ?? undefined);
        return 'null';
    }
  }

  async #get(url: string): Promise<readonly ListedCookie[]> {
    const { cookies, host } = this.#user;
    const isGuarded = host.mayLookUp !== undefined;
    const found = await (await cookies.jar()).sentTo(url);
    cookies.met(found);
    for (const { made } of found) for (const name of made?.secrets ?? []) this.#names.add(name);
    // A session is a credential: no script of an agent reads one unasked.
    const secret = found.some(({ hides, made }) => isGuarded || hides.length > 0 || made?.isSecret === true);
    const tainted = found.some(({ made }) => made !== undefined && isTainted(made.taint));
    await this.#taint.given({ result: undefined, secret, tainted }, `The cookies of ${new URL(url).host}`);
    return found.map(listed);
  }

  async #put(url: string, json: string): Promise<void> {
    const { cookies } = this.#user;
    if (!this.#isOn)
      throw new ReqError('script', 'No cookie was set, because this request has no cookie jar.', {
        hint: 'Remove # @no-cookie-jar, --no-cookie-jar or the setting req.cookieJar.',
      });
    const { field, name, value } = cookieField(json);
    const refused = await (await cookies.jar()).set(url, field, this.#notes(name, value));
    if (refused !== undefined) throw new ReqError('script', refused);
  }

  /** A cookie has the secrets and the taint of the script, as its variables do. */
  #notes(name: string, value: string): CookieNotes {
    const { mask, madeFrom } = this.#user;
    const isSecret = this.#taint.secret || this.#taint.isHidden;
    const names = [...this.#names];
    const made = madeFrom();
    const hides = mask.secretsIn(`${name} ${value}`);
    const texts = [value, ...(this.#job.source.includes(name) ? [] : [name])].filter((text) => text !== '');
    if (!isSecret && !isTainted(made)) return { hides };
    return {
      hides: isSecret ? [...new Set([...hides, ...texts])] : hides,
      made: { isSecret, secrets: !isSecret ? [] : names.length === 0 ? [unnamedSecret] : names, taint: made, texts },
    };
  }
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ReqError(
      'script',
      `The cookies of ${JSON.stringify(shortened(text, 200))} cannot be found: write a URL with http:// or https://.`,
    );
  return url.href;
}

function listed({ name, value, domain, path, secure, httpOnly, hostOnly, sameSite, expires }: KeptCookie): ListedCookie {
  return { name, value, domain, path, secure, httpOnly, hostOnly, sameSite: sameSite ?? null, expires: expires ?? null };
}
