import { h, type ComponentType, type VNode } from 'preact';
import { useRef } from 'preact/hooks';

/** The same component, drawn again only where one of its properties is another; functions among them must stay what they are. */
export function steady<Props extends object>(component: ComponentType<Props>): (props: Props) => VNode<Props> {
  return (props) => {
    const drawn = useRef<{ readonly props: Props; readonly node: VNode<Props> }>(null);
    if (drawn.current === null || !isSame(drawn.current.props, props)) drawn.current = { props, node: h(component, props) };
    return drawn.current.node;
  };
}

function isSame<Props extends object>(before: Props, after: Props): boolean {
  const names = Object.keys(after) as (keyof Props)[];
  return names.length === Object.keys(before).length && names.every((name) => after[name] === before[name]);
}
