/** Untrusted text: isolated in <bdi>, with invisible and bidirectional characters made visible. */
import { revealHidden } from '#domain/hidden-characters.ts'

export function ApplicantText({ children }: { children: string }) {
  return (
    <bdi>
      {revealHidden(children).map(({ text, hidden }, index) =>
        hidden ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have nothing but their order.
          <code key={index} className="hidden-character" title="見えない文字">
            {text}
          </code>
        ) : (
          text
        ),
      )}
    </bdi>
  )
}
