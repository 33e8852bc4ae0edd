import type { Words } from '../Words.ts'

export const portuguese: Words = {
  script: 'latin',
  per: 'por',
  perTime: 'cada|ao|à|a cada',
  second: { noun: 'segundos?' },
  minute: { noun: 'minutos?|min' },
  hour: { noun: 'horas?' },
  day: { noun: 'dias?', adverb: 'diári[oa]s?|diariamente' },
  week: { noun: 'semanas?', adverb: 'semana(?:l|is|lmente)' },
  month: { noun: 'm[êe]s|meses', adverb: 'mensal|mensais|mensalmente', alone: 'mensalidade' },
  quarter: { noun: 'trimestres?', adverb: 'trimestral(?:mente)?|trimestrais' },
  year: { noun: 'anos?', adverb: 'anual|anuais|anualmente', alone: 'anuidade' },
  oneTime:
    'pagamento único|único|uma (?:única )?vez|vitalíci[oa]|para sempre|taxa única|compra única',
  billedYearly:
    'pag(?:amento|o) anual|faturad[oa]s? anual|faturamento anual|cobrad[oa]s? anual|cobrança anual|plano anual|no anual|assinatura anual|no plano anual|à vista no ano',
  billedMonthly:
    'no mensal|pag(?:amento|o) mensal|faturad[oa]s? mensal|cobrad[oa]s? mensal|cobrança mensal|plano mensal',
  free: 'grátis|gratis|gratuito|gratuita|grátis para sempre|sem custo|de graça|sempre grátis',
  freeLead: 'gratuito|grátis',
  onRequest:
    'sob consulta|sob medida|consulte|personalizado|preço personalizado|a combinar|sob demanda|preço sob consulta|valor sob consulta|sob orçamento|customizado',
  contact:
    'fale conosco|fale connosco|falar com (?:vendas|o time|especialista|consultor|a equipe)|fale com (?:vendas|um especialista|um consultor|a equipe|nosso time)|consulte(?:-nos)?|entre em contato|entre em contacto|contacte-nos|contate-nos|solicitar (?:orçamento|proposta|cotação)|solicite (?:um )?orçamento|pedir orçamento',
  popular:
    '(?:o )?mais popular|popular|recomendado|(?:o )?mais vendido|mais escolhido|melhor escolha|melhor custo[- ]benefício|melhor opção|mais procurado|mais contratado|destaque|favorito|melhor valor',
  otherBadge: 'novo|novidade|em breve|plano atual|cancele quando quiser',
  from: 'a partir de|desde|começa em',
  seat: {
    noun: 'usuári[oa]s?|utilizador(?:es)?|membros?|assentos?|pessoas?|licenças?|colaborador(?:es)?|funcionários?|agentes?|atendentes?',
  },
  upTo: 'até',
  during: 'por|para|durante',
  setup: 'taxa de (?:setup|adesão|implantação|instalação|ativação)|implantação',
  savingBefore: 'economize|economia de|poupe|poupança de|até|desconto de|economiza|no valor de',
  savingAfter: 'de (?:desconto|economia|crédito)|a menos|desconto',
  wasBefore: 'antes|ao invés de|em vez de|(?<!partir )de|preço normal|normalmente',
  about: 'cerca de|aproximadamente|aprox|total',
  minimum: 'mínimo',
  first: String.raw`(?:o |os |no |nos |seu )?(?:primeiro|primeiros)\s+(?:\d+\s+|três |tres |dois |seis )?(?:mês|mes|semana|ano)`,
  aside: 'ao|mais iva|faturado|cobrado',
  unlimited: String.raw`ilimitad\p{L}+|sem limites?`,
  once: 'uma vez|para começar|ao se cadastrar',
  lifetime: String.raw`vitalíci\p{L}*`,
  everythingIn: String.raw`(?:tud[oa]|todos\s+os\s+(?:recursos|benefícios)|todas\s+as\s+(?:funcionalidades|funções))\s+(?:o que (?:há|tem|está)\s+)?(?:do|da|de|no|na|em)\s+`,
  previous: 'anterior(?:es)?',
  included: 'sim|inclus[oa]s?|incluíd[oa]s?|disponível',
  notIncluded: 'não|não (?:inclus[oa]s?|incluíd[oa]s?|disponível)',
  without: 'sem|não inclui',
  missing: 'não (?:inclu[ís]d?[oa]s?|disponível)',
  credit: 'créditos?|fichas|pontos|moedas',
  currencies: { reais: 'brl', dólares: 'usd' },
}
