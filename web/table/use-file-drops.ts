/** A file dropped beside the table is meant for it; the browser would leave the page for it. */
import { useEffect, useEffectEvent } from 'react'

export function useFileDrops(takeFile: (file: File) => void): void {
  const take = useEffectEvent(takeFile)
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? []
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      take(file)
    }
    addEventListener('dragover', onDrag)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onDrag)
      removeEventListener('drop', onDrop)
    }
  }, [])
}
