/** Pixels between a menu and the edge of the page. */
const margin = 4;

/** Where a menu is to begin, in pixels of the page; where there is no room below, it ends at `above`. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly above: number;
}

/** Puts a menu as near to a place as all of it is in sight. */
export function placeMenu(menu: HTMLElement, { x, y, above }: MenuPlace): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const top = y + height + margin <= window.innerHeight ? y : above - height;
  menu.style.left = `${Math.max(margin, Math.min(x, window.innerWidth - width - margin))}px`;
  menu.style.top = `${Math.max(margin, top)}px`;
}
