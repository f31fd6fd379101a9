/** The trial's checkbox that accepts the terms and the privacy policy, both linked. */
import { AGREEMENT } from '../form/form.ts'
import * as site from '../site.ts'
import { CellField } from './field.tsx'

export function Agreement() {
  return (
    <div className="field">
      <CellField name={AGREEMENT}>
        {(tied) => (
          <div className="agree">
            <input type="checkbox" aria-required {...tied} />
            <label htmlFor={AGREEMENT}>
              <a href={site.termsHref} target="_blank" rel="noopener">
                利用規約
              </a>
              と
              <a href={site.privacyHref} target="_blank" rel="noopener">
                プライバシーポリシー
              </a>
              に同意する
            </label>
          </div>
        )}
      </CellField>
    </div>
  )
}
