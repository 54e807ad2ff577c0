/** Closes a tool on Escape in any of its controls. Otherwise the panel would close, or the run would be cancelled. */
export function closeOnEscape(onClose: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
}
