import { Article } from './Article.tsx'
import { LEGAL_VERSION, PRIVACY } from './legal-texts.ts'

/** Política de Privacidad. */
export function PrivacyPage() {
  return (
    <Article
      title="Política de Privacidad"
      lead="Qué datos suyos se tratan, para qué, y cómo ejerce usted sus derechos."
      version={LEGAL_VERSION}
      sections={PRIVACY}
    />
  )
}
