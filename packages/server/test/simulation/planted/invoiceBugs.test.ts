import { describePlantedBugs } from './describePlantedBugs.ts'
import { plantedInvoiceBugs } from './invoiceBugs.ts'

describePlantedBugs(plantedInvoiceBugs)
