const openers = new WeakMap<Element, Element | null>()

/** Adds the behavior of modal dialogs that jsdom lacks: open, close, Escape and focus. */
export function addModalDialogs({ HTMLDialogElement, Event, document }: typeof globalThis): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      if (this.open) throw new Error('The dialog is open already.')
      openers.set(this, document.activeElement)
      this.setAttribute('open', '')
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return
      this.removeAttribute('open')
      const opener = openers.get(this)
      if (opener?.isConnected) (opener as HTMLElement).focus()
      queueMicrotask(() => this.dispatchEvent(new Event('close')))
    },
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open)
    if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  })
}
