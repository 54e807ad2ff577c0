const paths = {
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  save: 'M2.5 2.5h8.8l2.2 2.2v8.8h-11zM5 2.5v3.5h5v-3.5M4.5 13.5v-5h7v5',
  open: 'M8.5 2.5h-6v11h11v-6M10.5 2.5h3v3M13.5 2.5l-6 6',
  again: 'M13 8a5 5 0 1 1-1.5-3.6M13.2 1.8v3h-3',
  stop: 'M4 4h8v8h-8z',
  compare: 'M2.5 3.5h4v9h-4zM9.5 3.5h4v9h-4zM8 1.5v13',
  pin: 'M5.5 2.5h5M6.5 2.5v4l-2 2.5h7l-2-2.5v-4M8 9v4.8',
  more: 'M3.2 8h.1M8 8h.1M12.8 8h.1',
  check: 'M3 8.5l3.2 3.2l6.8-7.2',
  cross: 'M4 4l8 8M12 4l-8 8',
  up: 'M8 13v-9.5M4 7.2l4-4l4 4',
  search: 'M6.8 2.5a4.3 4.3 0 1 0 .01 0zM10 10l3.8 3.8',
  fold: 'M2.5 8h11M8 1.5v4M6 3.8l2 2l2-2M8 14.5v-4M6 12.2l2-2l2 2',
  right: 'M6 3.5l4.5 4.5l-4.5 4.5',
  skip: 'M3.2 3.5l4.5 4.5l-4.5 4.5M8.4 3.5l4.5 4.5l-4.5 4.5',
  down: 'M8 3v9.5M4 8.8l4 4l4-4',
  pause: 'M5 3.5v9M11 3.5v9',
  play: 'M5 3l7.5 5l-7.5 5z',
  filter: 'M2 3.5h12M4.5 8h7M6.8 12.5h2.4',
  view: 'M2.5 3h11v10h-11zM2.5 6.5h11M6.5 6.5v6.5',
  detail: 'M2.5 2.5h11v11h-11zM2.5 8.5h11',
  add: 'M8 3v10M3 8h10',
  edit: 'M3 13l.8-3.2l7.4-7.3l2.3 2.3l-7.3 7.4zM9.6 4.1l2.3 2.3',
  lock: 'M4 7.5h8v6h-8zM5.5 7.5v-2.2a2.5 2.5 0 0 1 5 0v2.2',
  shield: 'M8 1.8l5 1.8v3.9c0 3-2 5.4-5 6.7c-3-1.3-5-3.7-5-6.7v-3.9z',
  none: '',
  wrap: 'M2 4h12M2 8h9.5a2.2 2.2 0 0 1 0 4.5h-3M10.3 10.7l-1.9 1.8l1.9 1.8M2 12.5h3',
  info: 'M8 2a6 6 0 1 0 .01 0zM8 7.2v3.8M8 4.8v.5',
  warning: 'M8 2.2l6.3 11.3h-12.6zM8 6.5v3.2M8 11.2v.9',
} as const;

export type IconName = keyof typeof paths;

/** A 16 px line drawing in the text color, without a label of its own. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
