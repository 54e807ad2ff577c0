import { h, type ComponentType, type VNode } from 'preact';
import { useRef } from 'preact/hooks';

/**
 * Like `memo`: re-renders only when plain-data props change deeply. Other props, such as functions, are compared by
 * identity.
 */
export function memo<Props extends object>(component: ComponentType<Props>): (props: Props) => VNode<Props> {
  return (props) => {
    const rendered = useRef<{ readonly props: Props; readonly node: VNode<Props> }>(null);
    if (rendered.current === null || !isSame(rendered.current.props, props)) rendered.current = { props, node: h(component, props) };
    return rendered.current.node;
  };
}

function isSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true;
  if (!isPlain(before) || !isPlain(after) || Array.isArray(before) !== Array.isArray(after)) return false;
  const names = Object.keys(after);
  return names.length === Object.keys(before).length && names.every((name) => name in before && isSame(before[name], after[name]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
