import { PURPOSE_LABELS, PURPOSES } from '#domain/consents/consent.ts'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { consentField } from './client-form.ts'

/** The consents that a new client gives at the desk; every box starts unticked. */
export function ConsentFields() {
  return (
    <fieldset className="form client-consents">
      <legend>El cliente autoriza</legend>
      {PURPOSES.map((purpose) => (
        <CheckboxField key={purpose} label={PURPOSE_LABELS[purpose]} name={consentField(purpose)} />
      ))}
    </fieldset>
  )
}
