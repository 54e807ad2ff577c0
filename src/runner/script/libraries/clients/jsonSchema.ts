import { kit } from '../kit.ts';

interface Ajv {
  validate(schema: unknown, value: unknown): boolean;
  errorsText(): string;
}

/**
 * Validates a value as Postman and Bruno do, with ajv and the usual formats.
 * @param options of ajv
 * @returns the errors; empty if the value conforms
 * @throws {Error} if the schema is invalid
 */
export function schemaErrors(schema: unknown, value: unknown, options: object): string {
  const { load } = kit();
  const Ajv = load('ajv')['Ajv'] as new (given: object) => Ajv;
  const addFormats = load('ajv')['addFormats'] as (ajv: Ajv) => void;
  const ajv = new Ajv({ allErrors: true, logger: false, ...options });
  addFormats(ajv);
  return ajv.validate(schema, value) ? '' : ajv.errorsText();
}
