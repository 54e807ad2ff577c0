/** Pixels between a menu and the edge of the page. */
const margin = 4;

/** The start of a menu in page pixels. Without room below, the menu ends at `above`. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly above: number;
}

export function placeMenu(menu: HTMLElement, { x, y, above }: MenuPlace): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const top = y + height + margin <= window.innerHeight ? y : above - height;
  menu.style.left = `${Math.max(margin, Math.min(x, window.innerWidth - width - margin))}px`;
  menu.style.top = `${Math.max(margin, top)}px`;
}
