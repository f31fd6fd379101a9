/** A text as a picture that a camera reads: dark on white in every theme, with the quiet zone that the standard asks for. */
import { encode } from 'uqr'

/** Modules of white around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: QUIET_ZONE })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
