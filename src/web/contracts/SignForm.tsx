import { useState } from 'react'
import { type Choices, NewSignature, TYPED_SIGNATURE } from '#domain/contracts/signature.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { SignaturePad, type Strokes } from '#web/ui/SignaturePad.tsx'
import { Alert } from '#web/ui/States.tsx'
import { CheckboxField, TextField } from '#web/ui/TextField.tsx'

type Props = {
  /** What the signer accepts apart, and the hash of the text on the screen: the server refuses the signature of another text. */
  chosen: Choices
  textHash: string
  /** The reason why it cannot be signed yet. */
  blocked: string | undefined
  sign: (body: NewSignature) => Promise<void>
  onBack?: () => void
}

/** The signer and the signature: drawn, or the typed name when the signer cannot draw. */
export function SignForm({ chosen, textHash, blocked, sign, onBack }: Props) {
  const [signature, setSignature] = useState<Strokes | typeof TYPED_SIGNATURE>([])
  const form = useForm({
    schema: NewSignature,
    read: ({ name, identification }) => ({ name, identification, signature, ...chosen, text_hash: textHash }),
    fields: ['name', 'identification', 'signature'],
    submit: sign,
  })
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      <FormProblem form={form} />
      <Signer field={form.field} />
      {signature === TYPED_SIGNATURE ? (
        <Alert>El nombre que escribiste arriba vale como tu firma.</Alert>
      ) : (
        <SignaturePad label="Firma" id="signature" error={form.errors['signature']} onDraw={setSignature} />
      )}
      <CheckboxField
        label="No puedo dibujar: firmo con mi nombre escrito"
        checked={signature === TYPED_SIGNATURE}
        onChange={({ target }) => setSignature(target.checked ? TYPED_SIGNATURE : [])}
      />
      <div className="page__actions">
        {onBack && <Button onClick={onBack}>Volver</Button>}
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabledReason={blocked}
          busy={form.isBusy ? 'Firmando…' : undefined}
        >
          Firmar contrato
        </Button>
      </div>
    </form>
  )
}

function Signer({ field }: { field: ReturnType<typeof useForm>['field'] }) {
  return (
    <div className="form__pair">
      <TextField label="Nombre completo de quien firma" {...field('name')} maxLength={120} />
      <TextField
        label="Número de documento"
        hint="El del titular del contrato"
        {...field('identification')}
        maxLength={20}
        autoComplete="off"
      />
    </div>
  )
}
