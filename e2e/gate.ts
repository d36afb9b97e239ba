/** Something to wait at until a test opens it: how a test holds a model's reply back. */
export function gate(): { isOpen: Promise<void>; open: () => void } {
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { isOpen, open: () => open() }
}
