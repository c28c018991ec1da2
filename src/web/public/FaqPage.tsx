export function FaqPage() {
  return <h1>Preguntas Frecuentes</h1>
}
