import type { Value } from '../../../base/values/value.ts';
import { Dependencies } from '../../incremental/dependencies.ts';
import type { Accounting } from '../../incremental/sharedValues.ts';
import type { Expression, Placeholder } from '../../syntax/template.ts';
import { calledToken, tokenText, type TokenLookup } from '../auth/token.ts';
import { filtered } from '../values/filtered.ts';
import { walk } from '../values/walk.ts';
import { DefinitionContent } from './definitionContent.ts';
import { dynamicOnce } from './dynamics/dynamicOnce.ts';
import type { Sources } from './dynamics/dynamics.ts';
import { dynamicText, dynamicValueText, promptText } from './dynamics/dynamicValues.ts';
import type { Evaluation, ExchangeValues, PathExpression } from './evaluation.ts';
import { exchangeValue } from './exchangeValue.ts';
import { lookUp } from './lookup.ts';
import { variablesNamedIn } from './mentions/namedIn.ts';
import * as problems from './placeholderProblems.ts';
import type { Scope } from './scope.ts';
import { SecretAccount } from './secrets/secretAccount.ts';
import { attempt, taken, Unresolved } from './unresolved.ts';
import type { Variable } from './variables.ts';
import { VariableValues } from './variableValues.ts';

export type { Evaluation, ExchangeValues, Tracked } from './evaluation.ts';

const nothing: readonly never[] = [];

/**
 * Creates an evaluation over a scope. Create a new one when variables have changed. `sources` identify one send: a dynamic value in
 * a variable is the same for all evaluations with the same sources.
 *
 * Without accessors: V8 gives each object of a literal with its own accessors a hidden class of its own, which keeps all that the
 * accessor sees until the next full collection of garbage. A run of 10,000 requests took a third more memory.
 */
export function createEvaluation(
  scope: Scope,
  sources: Sources,
  exchanges: ExchangeValues,
  accounting: Accounting = { dependencies: new Dependencies(), shared: undefined },
): Evaluation {
  const account = new SecretAccount(sources);
  const evaluator = new Evaluator(scope, sources, exchanges, account, accounting);
  return {
    placeholder: (p, inString = false, before, owner) => attempt(() => evaluator.placeholder(p, inString, before, owner)),
    hostPieces: (p) => evaluator.definitions.hostPieces(p),
    meant: (path, before, owner) => lookUp(scope, path, before, owner)?.variable,
    variable: (v) => evaluator.variables.find(v),
    token: (source) => attempt(() => account.hidden('$auth', taken(tokenText(source, evaluator.tokens)))),
    named(name) {
      const v = scope.find(name);
      if (v === undefined) return undefined;
      const result = evaluator.variables.find(v);
      account.uses(v);
      return result;
    },
    tracked: (look) => account.tracked(look),
    secrets: () => account.secrets,
    secretNames: account.secretNames,
    isPartial: () => account.isPartial,
  };
}

/** Evaluates placeholders. Its methods throw Unresolved. */
class Evaluator {
  readonly definitions: DefinitionContent;
  readonly variables: VariableValues;
  readonly tokens: TokenLookup;
  readonly #scope: Scope;
  readonly #sources: Sources;
  readonly #exchanges: ExchangeValues;
  readonly #account: SecretAccount;
  readonly #accounting: Accounting;

  constructor(scope: Scope, sources: Sources, exchanges: ExchangeValues, account: SecretAccount, accounting: Accounting) {
    this.#scope = scope;
    this.#sources = sources;
    this.#exchanges = exchanges;
    this.#account = account;
    this.#accounting = accounting;
    this.tokens = { scope, sources, valueOf: (v) => this.#valueOf(v) };
    this.definitions = new DefinitionContent({
      scope,
      variable: (v) => this.variables.find(v),
      isStandIn: (value) => sources.isStandIn?.(value) === true,
      placeholder: (p, inString, owner) => this.placeholder(p, inString, owner.position, owner),
    });
    const meant = (path: PathExpression, before: number | undefined, owner: Variable): Variable | undefined =>
      lookUp(scope, path, before, owner)?.variable;
    this.variables = new VariableValues(
      {
        evaluate: (v) => account.ofVariable(v, () => this.definitions.evaluate(v)),
        namedIn: (v) => variablesNamedIn(v, meant),
        isSecret: (v) => account.isSecret(v),
        reused: (names) => {
          for (const name of names) account.addSecrets(exchanges.hides?.(name) ?? nothing);
        },
      },
      accounting,
    );
  }

  placeholder(p: Placeholder, inString: boolean, before?: number, owner?: Variable): Value {
    const { result, secret } = this.#account.tracked(() => {
      let value = this.#expressionOrDefault(p, before, owner);
      for (const f of p.filters) {
        const next = filtered(f, value, inString);
        // Encoded, a stand-in would look like the value that is sent.
        if (f.name === 'json' || this.#sources.isStandIn?.(value) !== true) value = next;
      }
      return value;
    });
    // The filtered text of a secret is also secret.
    if (secret && p.filters.length > 0) this.#account.keep(result);
    return result;
  }

  #expressionOrDefault(p: Placeholder, before?: number, owner?: Variable): Value {
    if (p.filters.length === 0) return this.#expression(p.expression, before, owner);
    const result = attempt(() => this.#expression(p.expression, before, owner));
    if (result.ok) return result.value;
    const fallback = p.filters.find((f) => f.name === 'default')?.argument;
    if (fallback === undefined || !problems.notFound.has(result.problem.id)) throw new Unresolved(result.problem);
    return fallback;
  }

  #expression(e: Expression, before?: number, owner?: Variable): Value {
    switch (e.kind) {
      case 'prompt':
        return taken(promptText(e.label, this.#sources));
      case 'dynamic':
        return e.name.startsWith('$auth.')
          ? this.#account.hidden(e.name, taken(calledToken(e.name, e.args, this.tokens)))
          : this.#account.dynamic(e.name, e.args[0] ?? '', this.#dynamic(e.name, e.args, owner));
      case 'path':
        return this.#path(e, before, owner);
    }
  }

  #dynamic(name: string, args: readonly string[], owner: Variable | undefined): string {
    if (owner === undefined) return taken(dynamicText(name, args, this.#sources));
    return dynamicOnce(name, args, this.#sources, owner, this.definitions.nextPlace());
  }

  #path(path: PathExpression, before?: number, owner?: Variable): Value {
    const { segments, dotted } = path;
    const root = String(segments[0]?.key);
    if (root.startsWith('$'))
      return this.#account.dynamic(root, String(segments[1]?.key), taken(dynamicValueText(root, segments, this.#sources)));
    const found = lookUp(this.#scope, path, before, owner);
    if (found !== undefined) return walk(this.#valueOf(found.variable), segments, found.steps, root);
    const side = segments[1]?.key;
    const isExchange = side === 'response' || side === 'request';
    const standIn = isExchange && this.#exchanges.find(root) !== undefined ? undefined : this.#sources.sentFirst?.(root, isExchange);
    if (standIn !== undefined) return standIn;
    if (isExchange && this.#exchanges.known(root))
      return exchangeValue(root, segments, this.#exchanges, this.#account, this.#sources.meets !== undefined);
    if (owner !== undefined && (owner.name === root || owner.name === dotted))
      throw new Unresolved(problems.cycle([owner.name, owner.name]));
    const below = before === undefined ? undefined : [dotted, root].find((name) => name !== undefined && this.#isOfFile(name));
    throw new Unresolved(below === undefined ? this.#undefinedName(root, segments.length > 1) : problems.definedBelow(below));
  }

  #valueOf(v: Variable): Value {
    // Fast path: plain data is the most common kind and needs no evaluation.
    if (v.content.kind === 'data' && !v.secret && (v.hides ?? nothing).length === 0 && v.taint === undefined) return v.content.value;
    const result = this.variables.find(v);
    this.#account.uses(v);
    if (!result.ok) throw new Unresolved(result.problem);
    return result.value;
  }

  #isOfFile(name: string): boolean {
    return this.#scope.find(name)?.position !== undefined;
  }

  /** @param withPath a path follows the name, so it could be the name of a request */
  #undefinedName(name: string, withPath: boolean): problems.Problem {
    const { shared, dependencies } = this.#accounting;
    const [scope, exchanges] = [this.#scope, this.#exchanges];
    const find = (): problems.Problem =>
      problems.undefinedVariable(name, namesToSuggest(scope, withPath ? exchanges : undefined), scope.elsewhere(name));
    const problem = shared === undefined ? find() : shared.ofUndefined(`${withPath ? '.' : ''}${name}`, find);
    dependencies.names = true;
    dependencies.requests ||= withPath;
    return problem;
  }
}

function* namesToSuggest(scope: Scope, exchanges: ExchangeValues | undefined): Generator<string> {
  yield* scope.names();
  if (exchanges !== undefined) yield* exchanges.names();
}
