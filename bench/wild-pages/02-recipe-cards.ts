/** Recipe cards of WordPress plugins and of other sites. */

import { wildPage } from './wild-page.ts'

const subject = 'baking'

export const recipeCards = [
  wildPage({
    name: 'Mediavine Create',
    url: 'https://bakes.example/2025/01/cherry-slice/',
    title: 'Cherry slice',
    subject,
    body: `{{1}}{{2}}{{3}}{{4}}<section id="mv-creation-12" class="mv-create-card mv-create-card-12 mv-recipe-card mv-create-has-image mv-no-js" style="position:relative"><div class="mv-create-wrapper"><header class="mv-create-header"><div class="mv-create-image-container"><img src="/c.jpg" class="no_pin ggnoads mv-create-image" width="150" height="150" alt="slice"></div><h2 class="mv-create-title mv-create-title-primary">Sour Cherry Slice</h2><div class="mv-create-times mv-create-times-4"><div class="mv-create-time mv-create-time-yield"><strong class="mv-create-time-label mv-create-uppercase">Yield: </strong><span class="mv-create-time-format">12 slices</span></div><div class="mv-create-time mv-create-time-prep"><strong class="mv-create-time-label">Prep Time: </strong><span>25 minutes</span></div></div><div class="mv-create-print-form"><button class="mv-create-button mv-create-print-button">Print</button></div></header>
<div class="mv-create-ingredients"><h3 class="mv-create-ingredients-title mv-create-title-secondary">Ingredients</h3><ul><li>250 g plain flour</li><li>180 g cold butter</li><li>2 tbsp iced water</li></ul></div><div class="mv-create-hands-free"></div><div class="mv-create-instructions mv-create-instructions-slot-v2"><h3 class="mv-create-instructions-title">Instructions</h3><ol><li id="mv_create_12_1">Rub the butter into the flour.</li><li id="mv_create_12_2">Chill for an hour.</li></ol></div><div class="mv-create-notes"><h3 class="mv-create-notes-title">Notes</h3><div class="mv-create-notes-content"><p>A glass baking dish takes five minutes longer.</p></div></div><div class="mv-create-nutrition"><h6 class="mv-create-nutrition-title">Nutrition Information:</h6><span class="mv-create-nutrition-item"><span class="mv-create-nutrition-label">Calories: </span>312</span></div></div></section>`,
    has: [
      '250 g plain flour',
      '2 tbsp iced water',
      'Rub the butter into the flour',
      'takes five minutes longer',
      '12 slices',
    ],
    hasNot: ['Recent Posts'],
  }),
  wildPage({
    name: 'WP Recipe Maker',
    url: 'https://bakes.example/recipes/rye-rolls/',
    title: 'Rye rolls',
    subject,
    body: `{{1}}{{4}}{{5}}<div id="recipe"></div><div id="wprm-recipe-container-90" class="wprm-recipe-container" data-recipe-id="90" data-servings="8"><div class="wprm-recipe wprm-recipe-template-classic"><h2 class="wprm-recipe-name wprm-block-text-bold">Rye Rolls</h2><div class="wprm-recipe-summary wprm-block-text-normal"><span>Dense little rolls for soup.</span></div><div class="wprm-recipe-meta-container wprm-recipe-times-container"><div class="wprm-recipe-block-container"><span class="wprm-recipe-details-label wprm-recipe-time-label">Proof Time</span> <span class="wprm-recipe-time"><span class="wprm-recipe-details wprm-recipe-details-hours">3</span> <span class="wprm-recipe-details-unit">hours</span></span></div></div>
<div class="wprm-recipe-ingredients-container" data-recipe="90"><h3 class="wprm-recipe-header">Ingredients</h3><div class="wprm-recipe-ingredient-group"><ul class="wprm-recipe-ingredients"><li class="wprm-recipe-ingredient"><span class="wprm-recipe-ingredient-amount">400</span> <span class="wprm-recipe-ingredient-unit">g</span> <span class="wprm-recipe-ingredient-name">whole rye flour</span></li><li class="wprm-recipe-ingredient"><span class="wprm-recipe-ingredient-amount">9</span> <span class="wprm-recipe-ingredient-unit">g</span> <span class="wprm-recipe-ingredient-name">salt</span></li></ul></div></div><div class="wprm-recipe-instructions-container"><h3 class="wprm-recipe-header">Instructions</h3><ul class="wprm-recipe-instructions"><li class="wprm-recipe-instruction"><div class="wprm-recipe-instruction-text">Stir everything into a wet dough.</div></li></ul></div><div class="wprm-nutrition-label-container"><span class="wprm-nutrition-label-text-nutrition-container"><span class="wprm-nutrition-label-text-nutrition-label">Protein: </span><span>4</span><span>g</span></span></div></div></div>`,
    has: ['400 g whole rye flour', 'Stir everything into a wet dough', 'Dense little rolls for soup', '3 hours'],
  }),
  wildPage({
    name: 'a card with microdata in a theme of the shop',
    url: 'https://mill.example/blogs/kitchen/seed-crackers',
    site: 'news',
    title: 'Seed crackers',
    subject,
    body: `{{1}}{{2}}<div class="rte-box widget-recipe" itemscope itemtype="https://schema.org/Recipe"><p class="t" itemprop="name">Seed crackers</p><p>Makes <span itemprop="recipeYield">30</span></p><p>You need</p><ul><li itemprop="recipeIngredient">Sunflower seeds, 120 g</li><li itemprop="recipeIngredient">Linseed, 60 g</li><li itemprop="recipeIngredient">Sea salt</li></ul><p>Method</p><div itemprop="recipeInstructions"><p>Soak the seeds for twenty minutes.</p><p>Spread thinly and bake at 160 °C.</p></div></div>{{5}}`,
    has: ['Sunflower seeds, 120 g', 'Sea salt', 'Soak the seeds for twenty minutes', 'Makes 30'],
    hasNot: ['Bridge closed'],
  }),
  wildPage({
    name: 'Tasty Recipes',
    url: 'https://bakes.example/plum-cake/',
    title: 'Plum cake',
    subject,
    body: `{{3}}{{2}}{{4}}<div id="tasty-recipes-77" data-tr-id="77" class="tasty-recipes tasty-recipes-77 tasty-recipes-display tasty-recipes-has-image"><div class="tasty-recipes-header-content"><h2 class="tasty-recipes-title">Plum Cake</h2><div class="tasty-recipes-rating rating-label"><span class="average">4.8</span> from <span class="count">12</span> reviews</div><div class="tasty-recipes-details"><ul><li class="author"><span class="tasty-recipes-label">Author:</span> Mo</li><li class="total-time"><span class="tasty-recipes-label">Total Time:</span> <span class="tasty-recipes-total-time">1 hour 15 minutes</span></li></ul></div></div><div class="tasty-recipes-entry-content"><div class="tasty-recipes-ingredients"><div class="tasty-recipes-ingredients-header"><h3>Ingredients</h3><button class="tasty-recipes-copy-button">Copy</button></div><div class="tasty-recipes-ingredients-body"><ul><li data-tr-ingredient-checkbox=""><span data-amount="600" data-unit="g">600 g</span> ripe plums</li><li data-tr-ingredient-checkbox=""><span>3</span> eggs</li></ul></div></div><div class="tasty-recipes-instructions"><h3>Instructions</h3><div class="tasty-recipes-instructions-body"><ol><li id="instruction-step-1">Halve and stone the plums.</li><li>Bake until a skewer comes out clean.</li></ol></div></div></div></div>{{5}}`,
    has: ['600 g ripe plums', '3 eggs', 'Halve and stone the plums', '1 hour 15 minutes'],
  }),
  wildPage({
    name: 'ingredients in a sidebar of the article',
    url: 'https://food.example/recept/aardappelsoep',
    site: 'news',
    title: 'Potato soup',
    subject,
    head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Potato soup","recipeIngredient":["1 kg floury potatoes","2 leeks","1 l stock"],"recipeInstructions":[{"@type":"HowToStep","text":"Sweat the leeks in butter."}]}</script>',
    body: `<div class="recipe-grid"><div class="recipe-aside ingredients-box"><h3>Ingredients</h3><ul class="ingredients"><li>1 kg floury potatoes</li><li>2 leeks</li><li>1 l stock</li></ul></div><div class="recipe-main">{{1}}<h3>Preparation</h3><ol class="steps"><li>Sweat the leeks in butter.</li><li>Add the potatoes and the stock and simmer for half an hour.</li></ol>{{5}}</div></div>`,
    has: ['1 kg floury potatoes', '1 l stock', 'Sweat the leeks in butter'],
    hasNot: ['Library extends'],
  }),
]
