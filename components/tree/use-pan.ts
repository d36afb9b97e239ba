import { type PointerEvent, type RefObject, useRef } from 'react'

/** Less than this is a press that trembled. */
const SLOP_PX = 4

/** Drags what a frame shows with the mouse; fingers and wheels scroll by themselves. A drag is no press of the link below it. */
export function usePan(frame: RefObject<HTMLElement | null>) {
  const from = useRef<{ x: number; y: number; left: number; top: number; isDrag: boolean } | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      const at = frame.current
      if (event.pointerType !== 'mouse' || event.button !== 0 || !at) return
      from.current = {
        x: event.clientX,
        y: event.clientY,
        left: at.scrollLeft,
        top: at.scrollTop,
        isDrag: false,
      }
    },
    onPointerMove(event: PointerEvent) {
      const start = from.current
      const at = frame.current
      if (!start || !at) return
      const dx = event.clientX - start.x
      const dy = event.clientY - start.y
      if (!start.isDrag && Math.hypot(dx, dy) < SLOP_PX) return
      if (!start.isDrag) at.setPointerCapture(event.pointerId)
      start.isDrag = true
      at.scrollTo({ left: start.left - dx, top: start.top - dy, behavior: 'instant' })
    },
    onPointerUp() {
      from.current = null
    },
    onPointerCancel() {
      from.current = null
    },
  }
}
