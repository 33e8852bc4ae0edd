import type { Words } from '../Words.ts'

export const french: Words = {
  script: 'latin',
  per: 'par',
  perTime: 'chaque|à la|tous les|toutes les',
  second: { noun: 'secondes?' },
  minute: { noun: 'minutes?|min' },
  hour: { noun: 'heures?', alone: "de l['’]heure" },
  day: {
    noun: 'jours?',
    short: 'j',
    adverb: String.raw`quotidien\p{L}*`,
    alone: String.raw`journalier\p{L}*`,
  },
  week: { noun: 'semaines?|sem', adverb: 'hebdomadaires?' },
  month: { noun: 'mois', adverb: String.raw`mensuel\p{L}*`, alone: 'mois|mensualité' },
  quarter: { noun: 'trimestres?', adverb: String.raw`trimestriel\p{L}*` },
  year: {
    noun: 'ans?|années?',
    adverb: String.raw`annuel\p{L}*`,
    alone: "à l['’]année|l['’]an",
  },
  oneTime: 'paiement unique|achat unique|une (?:seule )?fois|en une fois|à vie',
  billedYearly:
    "facturée?s? (?:annuel|à l['’]année|par an|en une fois par an)|facturation annuelle|paiement annuel|payée?s? (?:annuel|à l['’]année)|engagement annuel|avec (?:le |un )?(?:plan|abonnement|engagement) annuel|abonnement annuel|réglée?s? annuel",
  billedMonthly:
    'facturée?s? (?:mensuel|par mois|au mois)|facturation mensuelle|paiement mensuel|sans engagement mensuel|payée?s? mensuel',
  free: 'gratuite?|gratuitement|offert|gratuit à vie|gratuit pour toujours|toujours gratuit',
  freeLead: 'gratuite?',
  onRequest:
    'sur devis|sur mesure|sur demande|prix sur demande|tarif sur demande|personnalisé|tarif personnalisé|nous consulter|à définir',
  contact:
    "nous contacter|contactez[- ]nous|contacter (?:les ventes|un expert|le service commercial)|contacter l[’']équipe(?: commerciale)?|devis|demander un devis|obtenir un devis|parlons-en|parler à un expert",
  popular:
    '(?:le |la )?plus populaire|populaire|recommandée?|le plus choisi|(?:le )?meilleur choix|(?:notre )?recommandation|meilleure offre|le plus vendu|meilleur rapport qualité[- ]prix|coup de cœur|best-seller|conseillée?|offre populaire',
  otherBadge: 'nouveau|bientôt(?: disponible)?|offre actuelle|sans engagement',
  from: 'à partir de|dès|a partir de|à compter de',
  seat: {
    noun: 'utilisat(?:eur|rice)s?|membres?|collaborateurs?|sièges?|personnes?|licences?|postes?|salariés?|employés?|agents?',
  },
  upTo: "jusqu['’]à",
  during: 'pour|pendant',
  setup:
    "mise en service|frais d['’]installation|frais de mise en|frais d['’]activation|frais de dossier|frais de configuration",
  savingBefore:
    'économisez|économie de|soit une économie de|jusqu’à|remise de|valeur(?: de)?|économies de',
  savingAfter: "de (?:réduction|remise|rabais|crédits?|économies?)|d['’]économies?|rabais|offerts",
  wasBefore: 'au lieu de|avant|prix normal|était',
  about: 'environ|total|soit environ',
  minimum: 'minimum|au minimum',
  first: String.raw`(?:le |la |les |pendant )?(?:premiers?|premières?|1er)\s+(?:\d+\s+|deux |trois |six )?(?:mois|semaine|année)|(?:les |pendant )?(?:\d+|trois) premiers mois`,
  aside: 'hors|ht|ttc|facturé',
  unlimited: String.raw`(?:en )?illimit\p{L}+|sans limites?`,
  once: "une (?:seule )?fois|à l['’]inscription|pour commencer|offerts?",
  lifetime: 'à vie',
  everythingIn: String.raw`tou(?:t|tes?|s)\s+(?:(?:les\s+)?(?:fonctionnalités|avantages|options)\s+)?(?:(?:ce\s+qui\s+est\s+|ce\s+qu[’']il\s+y\s+a\s+)?(?:inclus\s+)?(?:dans|de|du|d[’'])\s*)(?:l[’'])?`,
  previous: 'précédente?s?',
  included: 'oui|inclus(?:es?)?|compris(?:es?)?|disponible',
  notIncluded: 'non|non (?:inclus(?:es?)?|disponible|compris)|aucune?',
  without: "pas d[e’']|pas de|aucune?|sans",
  missing: 'non (?:inclus(?:es?)?|disponible|compris(?:es?)?)',
  credit: 'crédits?|jetons?',
}
