import type { ExchangeValues } from '../semantics/variables/evaluation.ts';
import type { Scope } from '../semantics/variables/scope.ts';
import type { Dependencies } from './dependencies.ts';

/** Wraps a scope and records each lookup in `dependencies`. */
export const recordedScope = (scope: Scope, dependencies: Dependencies): Scope => ({
  find(name, before) {
    dependencies.variables.add(name);
    return scope.find(name, before);
  },
  findAll(name, before) {
    dependencies.variables.add(name);
    return scope.findAll(name, before);
  },
  names() {
    dependencies.names = true;
    return scope.names();
  },
  secretNames: scope.secretNames,
  elsewhere: (name) => scope.elsewhere(name),
  auths: scope.auths,
});

/** Wraps exchanges and records each lookup in `dependencies`. */
export const recordedExchanges = (exchanges: ExchangeValues, dependencies: Dependencies): ExchangeValues => ({
  known(name) {
    dependencies.exchanges.add(name);
    return exchanges.known(name);
  },
  find(name) {
    dependencies.exchanges.add(name);
    return exchanges.find(name);
  },
  hides: (name) => exchanges.hides?.(name) ?? [],
  isPartial: (name) => exchanges.isPartial?.(name) === true,
  taint: (name) => exchanges.taint?.(name),
  names() {
    dependencies.requests = true;
    return exchanges.names();
  },
});
