import { Article } from './Article.tsx'
import { LEGAL_VERSION, TERMS } from './legal-texts.ts'

/** Términos y Condiciones. */
export function TermsPage() {
  return (
    <Article
      title="Términos y Condiciones"
      lead="Las reglas para usar la plataforma Enlace."
      version={LEGAL_VERSION}
      sections={TERMS}
    />
  )
}
