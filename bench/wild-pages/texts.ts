/** Invented prose of different subjects. */

export const paragraphs = {
  canal: [
    'When the canal company went bankrupt in 1846, the lock keepers were left with their cottages and no wages, and most of them took to growing vegetables on the towpath.',
    'The parish records name eleven families who stayed. Their children walked to school along the bank, and two of them later bought the whole reach between the third and the ninth lock for less than the price of a horse.',
    'The cut was not dredged for sixty years. By the time the first volunteers arrived with shovels, in the wet spring of 1967, willows thicker than a man’s arm were growing out of the lock chambers.',
    'They started at the wrong end. The lowest lock was in the best state, but the water that should have filled it came from a feeder that had been ploughed over, and finding that feeder took four winters.',
    'Today a narrowboat can go up as far as the aqueduct. The trust hopes to reach the summit level by the end of the decade, if the county agrees to lower the road.',
    'I walked the last dry mile in November with the engineer who drew the plans, and she showed me where every culvert lies.',
  ],
  baking: [
    'My grandmother made this on Saturdays, when the oven was already hot from the bread, and she never weighed anything. It took me a whole winter of burnt trays to find the quantities.',
    'The trick is patience with the butter. If it is too soft, the layers run into one another; if it is straight from the fridge, it tears the dough and you can start again.',
    'Use the best fruit you can find. Sour cherries are ideal, but frozen ones work if you let them drain overnight and keep the juice for the glaze.',
    'You can make the dough two days ahead and keep it wrapped in the fridge. It also freezes well, though I have never had any left to freeze.',
    'Serve it warm, with thick cream and nothing else, and hide a slice for breakfast before the guests arrive.',
    'Several readers have asked about a version without eggs; I have tried it with ground flax and it holds together well enough.',
  ],
  software: [
    'The scheduler keeps one queue per worker and steals from the longest one when its own is empty. That sounds expensive, but in practice a steal happens less than once in ten thousand tasks.',
    'Before you change anything, measure. The profile of an idle process says nothing, so run the load generator for at least five minutes and keep the trace.',
    'A connection that stays open while it does nothing costs about forty kilobytes of memory. With the default limits, that is why a small machine starts to swap at around twenty thousand clients.',
    'We tried three other designs first. All of them were faster in the benchmark, and all of them lost messages when the disk filled up during a restart.',
    'The configuration is read once at the start. If you want to change a value in a running process, send it the signal described below and watch the log.',
    'If none of this helps, open an issue with the trace attached and the exact version that you run.',
  ],
  museum: [
    'The gallery of clocks opened in 1921 in a former tram depot, because it was the only building in the city with a floor strong enough for the astronomical clock.',
    'Most of the 340 pieces come from one collector, a dentist who took broken watches as payment and repaired them at night. He left everything to the city on the condition that all of them be kept running.',
    'Two curators wind them every Monday. It takes six hours, and the order matters: the longcase clocks come last, since their weights need the longest to settle.',
    'The astronomical clock itself shows the tides of a harbour that was filled in before the clock was finished. Its maker is said to have refused to change it.',
    'Visitors tend to arrive at noon, when everything strikes. The staff recommend a quarter to one, when the room is quiet enough to hear the differences.',
    'A catalogue with drawings of every movement is planned for the centenary.',
  ],
  rivers: [
    'Eels leave the estuary on the darkest nights of October, and for about a week the river is full of them. Then they are gone, and no one has ever followed one all the way.',
    'The study tagged 206 animals between 2011 and 2019. Only eleven of the transmitters surfaced where the models said that they would, and three came up inside whales.',
    'Weirs are the greatest obstacle. A silver eel can cross wet grass at night, but it won’t leap, and the turbines behind the old mills kill roughly one in four.',
    'Cheap solutions exist. A strip of bristles on a sloping board lets the young ones climb past a sluice, and the board costs less than the sign that explains it.',
    'Whether the population recovers will not be known for fifteen years, because that is how long a female lives in fresh water before she leaves.',
    'The data are available on request, and the maps will be printed in the spring.',
  ],
} as const

export type Subject = keyof typeof paragraphs
