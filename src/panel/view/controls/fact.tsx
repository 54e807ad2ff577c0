import { Text } from './text.tsx';

/** A name and what stands for it, in a list of such. */
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
