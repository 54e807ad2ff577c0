import { Text } from './text.tsx';

/** A name and its value in a `<dl>`. */
export function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Text text={value} />
      </dd>
    </div>
  );
}
