import { describePlantedBugs } from './describePlantedBugs.ts'
import { plantedPaymentBugs } from './plantedPaymentBugs.ts'

describePlantedBugs(plantedPaymentBugs)
