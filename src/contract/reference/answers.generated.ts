// Made by `npm run examples` from the examples of src/contract/reference and the demo; do not edit.
import type { StoredAnswer } from './answer.ts';

export const answers: Record<string, StoredAnswer> = {
  "content.readSite": {
    "status": 200,
    "body": {
      "site": {
        "id": 1,
        "name": "Harbour Post",
        "url": "https://harbourpost.example",
        "locale": "en",
        "time_zone": "Europe/Helsinki",
        "api_key_required": false,
        "voting_enabled": false,
        "cache_remote_images": false
      }
    }
  },
  "content.listArticles": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 60,
        "count": 1
      },
      "pagination": {
        "base": "http://localhost:4000/v1/sites/1/articles",
        "refresh": "http://localhost:4000/v1/sites/1/articles?count=1&since_id=60",
        "older": "http://localhost:4000/v1/sites/1/articles?count=1&max_id=61"
      },
      "articles": [
        {
          "id": 60,
          "article_url": "the-lighthouse-walk-step-by-step",
          "full_url": "https://harbourpost.example/harbour-life/the-lighthouse-walk-step-by-step",
          "title": "The lighthouse walk, step by step",
          "summary": "Twelve kilometres with the wind behind you, and a boat back.",
          "body": "<p>Start at the pilots’ house, where the road ends and the argument about the right shoes begins. Bring something warm; the wind out there does not read calendars.</p>\n<h2>The first four kilometres: forest</h2>\n<p>The path follows the old telephone line. Half of the poles still stand, and on the third one somebody has nailed a box with a visitors’ book. The oldest entry that can be read says “Rain. Went back.”</p>\n<h2>The next five: rock</h2>\n<p>Now it opens. The granite is rose-coloured and as smooth as a table, with pools that are warm enough for a child’s feet in August. Follow the white dots; the yellow ones belong to the surveyors and lead into the sea.</p>\n<ol>\n<li>At the split boulder keep left, whatever the sign says.</li>\n<li>Fill your bottle at the spring below the seamark.</li>\n<li>Count your party before the causeway, and after it.</li>\n</ol>\n<h2>The last three: causeway</h2>\n<p>It is dry for six hours around low water. The lighthouse keeper’s granddaughter, <strong>Maj Lillström</strong>, rings the bell an hour before it closes. “Everybody has time for one more picture,” she says. “Nobody has time for two.”</p>\n<p>The boat back leaves from the lee side at five. It waits for those who wave.</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            2,
            6
          ],
          "author_credit": "Jörgen Åström, Eero Kallio",
          "photo_credit": null,
          "category_id": 3,
          "section_id": 1,
          "site_id": 1,
          "cover_url": "http://localhost:4000/files/sites/1/lighthouse-cbbd9ff0905e.webp",
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "published_at": "2026-03-27T05:43:00Z",
          "published_at_l10n": "2026-03-27T07:43:00+02:00",
          "modified_at": null,
          "modified_at_l10n": null,
          "pinned_index": null,
          "site_pinned_index": 0,
          "tags": [
            "walking",
            "lighthouse",
            "sea"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "The lighthouse walk, step by step",
            "og_description": "Twelve kilometres with the wind behind you, and a boat back.",
            "og_image": "http://localhost:4000/files/sites/1/lighthouse-cbbd9ff0905e.webp"
          },
          "article_links": [
            {
              "url": "https://harbourpost.example/timetables",
              "title": "Timetable of the lighthouse boat"
            },
            {
              "url": "https://harbourpost.example/lighthouse-map",
              "title": "The walk as a map"
            }
          ],
          "featured_articles": [
            42,
            49
          ],
          "cta": {
            "url": "https://harbourpost.example/lighthouse-walk",
            "label": "Sign up for the guided walk"
          },
          "alt_text": "A striped lighthouse at night, its beam over the water"
        }
      ]
    }
  },
  "content.readArticle": {
    "status": 200,
    "body": {
      "article": {
        "id": 1,
        "article_url": "rut-hammars-letters-come-home",
        "full_url": "https://harbourpost.example/stage-and-page/rut-hammars-letters-come-home",
        "title": "Rut Hammar’s letters come home",
        "summary": "Three hundred letters, found in a boat.",
        "body": "<p>They lay in a watertight tin under the floorboards of a boat that was to be burned at midsummer. The boy who had the matches wanted the tin.</p>\n<p>Rut Hammar wrote to her sister on Kallskär every Sunday from 1919 to 1948, and the sister kept them where she kept what was dear to her: on board. There are recipes, rehearsals, the price of paint, and the first draft of <em>The Pilot’s Daughter</em>, in the margin of a letter about a cow.</p>\n<p>The library will show twenty of them in the autumn. All are being photographed; whoever can read her hand is asked to help, because she wrote, as she says herself, “as the hens walk, but with more to report”.</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          4,
          1
        ],
        "author_credit": "Tomás Ibarra, Aino Lindqvist",
        "photo_credit": null,
        "category_id": 2,
        "section_id": 3,
        "site_id": 1,
        "cover_url": "http://localhost:4000/files/sites/1/post-649ede34e3f9.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "published_at": "2025-04-24T03:00:00Z",
        "published_at_l10n": "2025-04-24T06:00:00+03:00",
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": null,
        "site_pinned_index": null,
        "tags": [
          "books",
          "history",
          "library"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "Rut Hammar’s letters come home",
          "og_description": "Three hundred letters, found in a boat.",
          "og_image": "http://localhost:4000/files/sites/1/post-649ede34e3f9.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": "Letters around a yellow postbox"
      },
      "categories": [
        {
          "id": 2,
          "name": "Culture",
          "category_url": "culture",
          "order_number": 2,
          "color": "#7b4b94"
        }
      ],
      "sections": [
        {
          "id": 3,
          "site_id": 1,
          "name": "Stage and page",
          "section_url": "stage-and-page",
          "full_url": "https://harbourpost.example/stage-and-page",
          "description": "Music, theatre, books.",
          "locale": "en",
          "order_number": 3,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": 2,
          "cover_url": "http://localhost:4000/files/sites/1/theatre-3169e4df96ac.webp",
          "brand_color": "#a4161a",
          "name_in_menus": "Culture",
          "title_text": null
        }
      ]
    }
  },
  "content.listSections": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 7,
        "count": 7
      },
      "sections": [
        {
          "id": 1,
          "site_id": 1,
          "name": "Harbour life",
          "section_url": "harbour-life",
          "full_url": "https://harbourpost.example/harbour-life",
          "description": "What happens between the piers.",
          "locale": "en",
          "order_number": 1,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": 3,
          "cover_url": "http://localhost:4000/files/sites/1/harbour-a4f061bdf3f4.webp",
          "brand_color": "#c1587a",
          "name_in_menus": null,
          "title_text": null
        },
        {
          "id": 2,
          "site_id": 1,
          "name": "Town and council",
          "section_url": "town-and-council",
          "full_url": "https://harbourpost.example/town-and-council",
          "description": "Decisions, and who took them.",
          "locale": "en",
          "order_number": 2,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": 1,
          "cover_url": "http://localhost:4000/files/sites/1/council-01a4d87df198.webp",
          "brand_color": "#30638e",
          "name_in_menus": "Town",
          "title_text": null
        }
      ]
    },
    "note": "`sections` shows 2 of 7 items."
  },
  "content.readSection": {
    "status": 200,
    "body": {
      "section": {
        "id": 1,
        "site_id": 1,
        "name": "Harbour life",
        "section_url": "harbour-life",
        "full_url": "https://harbourpost.example/harbour-life",
        "description": "What happens between the piers.",
        "locale": "en",
        "order_number": 1,
        "show_in_menu": true,
        "state": "public",
        "real_time": false,
        "category_id": 3,
        "cover_url": "http://localhost:4000/files/sites/1/harbour-a4f061bdf3f4.webp",
        "brand_color": "#c1587a",
        "name_in_menus": null,
        "title_text": null
      }
    }
  },
  "content.listSectionArticles": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 8,
        "count": 2
      },
      "pagination": {
        "base": "http://localhost:4000/v1/sites/1/sections/1/articles",
        "refresh": "http://localhost:4000/v1/sites/1/sections/1/articles?count=2&fields=id%2Ctitle%2Ctags&since_id=60",
        "older": "http://localhost:4000/v1/sites/1/sections/1/articles?count=2&fields=id%2Ctitle%2Ctags&max_id=49"
      },
      "articles": [
        {
          "id": 60,
          "title": "The lighthouse walk, step by step",
          "tags": [
            "walking",
            "lighthouse",
            "sea"
          ]
        },
        {
          "id": 49,
          "title": "Ice on the inner bay by December, says the pilot",
          "tags": [
            "weather",
            "ice",
            "pilots"
          ]
        }
      ]
    }
  },
  "content.listAuthors": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 6,
        "count": 6
      },
      "authors": [
        {
          "id": 1,
          "firstname": "Aino",
          "lastname": "Lindqvist",
          "name": "Aino Lindqvist",
          "job_title": "Editor in chief",
          "about": "<p>Aino came to the Post as a summer trainee in 1998 and never quite left.</p>",
          "short_description": "Reads every comment, answers some.",
          "avatar": "http://localhost:4000/files/sites/1/author-aino-07a9f17357e3.webp",
          "links": {
            "email": "aino@harbourpost.example",
            "website": "https://harbourpost.example/aino"
          },
          "order_number": 1,
          "tags": [
            "council",
            "editorial"
          ]
        },
        {
          "id": 2,
          "firstname": "Jörgen",
          "lastname": "Åström",
          "name": "Jörgen Åström",
          "job_title": "Maritime reporter",
          "about": "<p>Jörgen writes about boats, cargo and weather, in that order.</p>",
          "short_description": "Knows the depth under every keel.",
          "avatar": "http://localhost:4000/files/sites/1/author-jorgen-ec7f054f559e.webp",
          "links": {
            "twitter": "jorgenastrom"
          },
          "order_number": 2,
          "tags": [
            "boats",
            "weather"
          ]
        }
      ]
    },
    "note": "`authors` shows 2 of 6 items."
  },
  "content.readAuthor": {
    "status": 200,
    "body": {
      "author": {
        "id": 1,
        "firstname": "Aino",
        "lastname": "Lindqvist",
        "name": "Aino Lindqvist",
        "job_title": "Editor in chief",
        "about": "<p>Aino came to the Post as a summer trainee in 1998 and never quite left.</p>",
        "short_description": "Reads every comment, answers some.",
        "avatar": "http://localhost:4000/files/sites/1/author-aino-07a9f17357e3.webp",
        "links": {
          "email": "aino@harbourpost.example",
          "website": "https://harbourpost.example/aino"
        },
        "order_number": 1,
        "tags": [
          "council",
          "editorial"
        ]
      }
    }
  },
  "content.listAuthorArticles": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 9,
        "count": 2
      },
      "pagination": {
        "base": "http://localhost:4000/v1/sites/1/authors/2/articles",
        "refresh": "http://localhost:4000/v1/sites/1/authors/2/articles?count=2&fields=id%2Ctitle%2Ctags&since_id=60",
        "older": "http://localhost:4000/v1/sites/1/authors/2/articles?count=2&fields=id%2Ctitle%2Ctags&max_id=49"
      },
      "articles": [
        {
          "id": 60,
          "title": "The lighthouse walk, step by step",
          "tags": [
            "walking",
            "lighthouse",
            "sea"
          ]
        },
        {
          "id": 49,
          "title": "Ice on the inner bay by December, says the pilot",
          "tags": [
            "weather",
            "ice",
            "pilots"
          ]
        }
      ]
    }
  },
  "content.listArticleCategories": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 6,
        "count": 6
      },
      "categories": [
        {
          "id": 1,
          "name": "News",
          "category_url": "news",
          "order_number": 1,
          "color": "#1d3557"
        },
        {
          "id": 2,
          "name": "Culture",
          "category_url": "culture",
          "order_number": 2,
          "color": "#7b4b94"
        }
      ]
    },
    "note": "`categories` shows 2 of 6 items."
  },
  "content.readArticleCategory": {
    "status": 200,
    "body": {
      "category": {
        "id": 1,
        "name": "News",
        "category_url": "news",
        "order_number": 1,
        "color": "#1d3557"
      }
    }
  },
  "content.listCategoryArticles": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 11,
        "count": 2
      },
      "pagination": {
        "base": "http://localhost:4000/v1/sites/1/article-categories/1/articles",
        "refresh": "http://localhost:4000/v1/sites/1/article-categories/1/articles?count=2&fields=id%2Ctitle%2Ctags&since_id=56",
        "older": "http://localhost:4000/v1/sites/1/article-categories/1/articles?count=2&fields=id%2Ctitle%2Ctags&max_id=55"
      },
      "articles": [
        {
          "id": 56,
          "title": "Kallskär school: we have a mascot",
          "tags": [
            "school",
            "islands"
          ]
        },
        {
          "id": 55,
          "title": "Kallskär gets its school back, with four pupils",
          "tags": [
            "islands",
            "school",
            "people"
          ]
        }
      ],
      "categories": [
        {
          "id": 1,
          "name": "News",
          "category_url": "news",
          "order_number": 1,
          "color": "#1d3557"
        }
      ],
      "sections": [
        {
          "id": 4,
          "site_id": 1,
          "name": "Outer islands",
          "section_url": "outer-islands",
          "full_url": "https://harbourpost.example/outer-islands",
          "description": "Kallskär, Söderkobb, Norrkobb, and what lies between.",
          "locale": "en",
          "order_number": 4,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": null,
          "cover_url": "http://localhost:4000/files/sites/1/fog-127c9685f85f.webp",
          "brand_color": "#4f7274",
          "name_in_menus": null,
          "title_text": null
        },
        {
          "id": 7,
          "site_id": 1,
          "name": "From the web",
          "section_url": "from-the-web",
          "full_url": "https://harbourpost.example/from-the-web",
          "description": "What others show and say of the town.",
          "locale": "en",
          "order_number": 7,
          "show_in_menu": true,
          "state": "public",
          "real_time": true,
          "category_id": null,
          "cover_url": "http://localhost:4000/files/sites/1/programme-2788119eb224.webp",
          "brand_color": "#2a9d8f",
          "name_in_menus": null,
          "title_text": null
        }
      ]
    }
  },
  "content.searchArticles": {
    "status": 200,
    "body": {
      "meta": {
        "count": 2
      },
      "articles": [
        {
          "id": 60,
          "title": "The lighthouse walk, step by step",
          "tags": [
            "walking",
            "lighthouse",
            "sea"
          ]
        },
        {
          "id": 59,
          "title": "Film: the lighthouse lens is lit again",
          "tags": [
            "lighthouse",
            "video"
          ]
        }
      ]
    }
  },
  "content.listFeaturedItemContainers": {
    "status": 200,
    "body": {
      "meta": {
        "count": 2
      },
      "featured_item_containers": [
        {
          "id": 1,
          "identifier": "front",
          "name": "Front page",
          "link": "",
          "order_number": 1,
          "type_restriction": "Article"
        },
        {
          "id": 2,
          "identifier": "front",
          "name": "Front page, second row",
          "link": "",
          "order_number": 2,
          "type_restriction": "Article"
        }
      ]
    }
  },
  "content.listContainerArticles": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 3,
        "count": 2
      },
      "articles": [
        {
          "id": 55,
          "title": "Kallskär gets its school back, with four pupils",
          "tags": [
            "islands",
            "school",
            "people"
          ]
        },
        {
          "id": 39,
          "title": "Council votes to keep the ferry",
          "tags": [
            "council",
            "ferry",
            "budget"
          ]
        }
      ],
      "categories": [
        {
          "id": 1,
          "name": "News",
          "category_url": "news",
          "order_number": 1,
          "color": "#1d3557"
        }
      ],
      "sections": [
        {
          "id": 2,
          "site_id": 1,
          "name": "Town and council",
          "section_url": "town-and-council",
          "full_url": "https://harbourpost.example/town-and-council",
          "description": "Decisions, and who took them.",
          "locale": "en",
          "order_number": 2,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": 1,
          "cover_url": "http://localhost:4000/files/sites/1/council-01a4d87df198.webp",
          "brand_color": "#30638e",
          "name_in_menus": "Town",
          "title_text": null
        },
        {
          "id": 4,
          "site_id": 1,
          "name": "Outer islands",
          "section_url": "outer-islands",
          "full_url": "https://harbourpost.example/outer-islands",
          "description": "Kallskär, Söderkobb, Norrkobb, and what lies between.",
          "locale": "en",
          "order_number": 4,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": null,
          "cover_url": "http://localhost:4000/files/sites/1/fog-127c9685f85f.webp",
          "brand_color": "#4f7274",
          "name_in_menus": null,
          "title_text": null
        }
      ]
    }
  },
  "content.listPages": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": null,
        "count": 3
      },
      "pages": [
        {
          "id": 1,
          "site_id": 1,
          "name": "About the Post",
          "menu_name": "About",
          "url": "about-the-post",
          "body": "<p>The Harbour Post has been printed within sight of the water since 1921, and online since the water rose.</p><h2>The newsroom</h2><p>Six people, one dog, and a stove. The door at Quay Street 4 is open from nine until the light goes.</p>",
          "summary": "Who we are and how to reach us.",
          "meta_title": null,
          "cover_url": "http://localhost:4000/files/sites/1/harbour-a4f061bdf3f4.webp",
          "show_in_menu": true,
          "visibility": "public"
        },
        {
          "id": 2,
          "site_id": 1,
          "name": "Corrections",
          "menu_name": "Corrections",
          "url": "corrections",
          "body": "<p>We correct mistakes where they were made, with the date and the reason.</p><ul><li>The lobster was a boot.</li><li>The heron is not called Gustav. That is the baker.</li></ul>",
          "summary": "What we got wrong.",
          "meta_title": null,
          "cover_url": null,
          "show_in_menu": true,
          "visibility": "public"
        },
        {
          "id": 3,
          "site_id": 1,
          "name": "Become a reader",
          "menu_name": "Subscribe",
          "url": "become-a-reader",
          "body": "<p>The Post costs what a bun a week costs. Who cannot pay that gets it anyway, and the bun.</p>",
          "summary": "On paper on Thursdays, everywhere on all days.",
          "meta_title": null,
          "cover_url": "http://localhost:4000/files/sites/1/post-649ede34e3f9.webp",
          "show_in_menu": true,
          "visibility": "public"
        }
      ]
    }
  },
  "content.readPage": {
    "status": 200,
    "body": {
      "page": {
        "id": 1,
        "site_id": 1,
        "name": "About the Post",
        "menu_name": "About",
        "url": "about-the-post",
        "body": "<p>The Harbour Post has been printed within sight of the water since 1921, and online since the water rose.</p><h2>The newsroom</h2><p>Six people, one dog, and a stove. The door at Quay Street 4 is open from nine until the light goes.</p>",
        "summary": "Who we are and how to reach us.",
        "meta_title": null,
        "cover_url": "http://localhost:4000/files/sites/1/harbour-a4f061bdf3f4.webp",
        "show_in_menu": true,
        "visibility": "public"
      }
    }
  },
  "content.listIssues": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 3,
        "count": 3
      },
      "issues": [
        {
          "id": 3,
          "site_id": 1,
          "number": 3,
          "name": "Night lights",
          "issue_url": "night-lights",
          "published": true,
          "cover_url": "http://localhost:4000/files/sites/1/lighthouse-cbbd9ff0905e.webp",
          "brand_color": "#1d3557",
          "created_at": "2026-03-28T09:00:00Z",
          "updated_at": "2026-03-28T09:00:00Z",
          "published_at": "2026-03-14T04:00:00Z",
          "published_at_l10n": "2026-03-14T06:00:00+02:00"
        },
        {
          "id": 2,
          "site_id": 1,
          "number": 2,
          "name": "Midsummer",
          "issue_url": "midsummer",
          "published": true,
          "cover_url": "http://localhost:4000/files/sites/1/midsummer-d8002216121e.webp",
          "brand_color": "#8bb174",
          "created_at": "2026-03-28T09:00:00Z",
          "updated_at": "2026-03-28T09:00:00Z",
          "published_at": "2025-11-23T04:00:00Z",
          "published_at_l10n": "2025-11-23T06:00:00+02:00"
        },
        {
          "id": 1,
          "site_id": 1,
          "number": 1,
          "name": "Ice and iron",
          "issue_url": "ice-and-iron",
          "published": true,
          "cover_url": "http://localhost:4000/files/sites/1/winter-e995fd05e387.webp",
          "brand_color": "#7aa0c4",
          "created_at": "2026-03-28T09:00:00Z",
          "updated_at": "2026-03-28T09:00:00Z",
          "published_at": "2025-06-21T03:00:00Z",
          "published_at_l10n": "2025-06-21T06:00:00+03:00"
        }
      ]
    }
  },
  "content.readIssue": {
    "status": 200,
    "body": {
      "issue": {
        "id": 1,
        "site_id": 1,
        "number": 1,
        "name": "Ice and iron",
        "issue_url": "ice-and-iron",
        "published": true,
        "cover_url": "http://localhost:4000/files/sites/1/winter-e995fd05e387.webp",
        "brand_color": "#7aa0c4",
        "created_at": "2026-03-28T09:00:00Z",
        "updated_at": "2026-03-28T09:00:00Z",
        "published_at": "2025-06-21T03:00:00Z",
        "published_at_l10n": "2025-06-21T06:00:00+03:00"
      }
    }
  },
  "content.listIssueArticles": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 3,
        "count": 2
      },
      "pagination": {
        "base": "http://localhost:4000/v1/sites/1/issues/1/articles",
        "refresh": "http://localhost:4000/v1/sites/1/issues/1/articles?count=2&fields=id%2Ctitle%2Ctags&since_id=5",
        "older": "http://localhost:4000/v1/sites/1/issues/1/articles?count=2&fields=id%2Ctitle%2Ctags&max_id=2"
      },
      "articles": [
        {
          "id": 5,
          "title": "Snow plan: who clears what, and when",
          "tags": [
            "winter",
            "guide",
            "town hall"
          ]
        },
        {
          "id": 2,
          "title": "How to read the harbour’s flags",
          "tags": [
            "harbour",
            "guide",
            "boats"
          ]
        }
      ],
      "categories": [
        {
          "id": 1,
          "name": "News",
          "category_url": "news",
          "order_number": 1,
          "color": "#1d3557"
        },
        {
          "id": 3,
          "name": "Sea and shore",
          "category_url": "sea-and-shore",
          "order_number": 3,
          "color": "#2f5d7c"
        }
      ],
      "sections": [
        {
          "id": 1,
          "site_id": 1,
          "name": "Harbour life",
          "section_url": "harbour-life",
          "full_url": "https://harbourpost.example/harbour-life",
          "description": "What happens between the piers.",
          "locale": "en",
          "order_number": 1,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": 3,
          "cover_url": "http://localhost:4000/files/sites/1/harbour-a4f061bdf3f4.webp",
          "brand_color": "#c1587a",
          "name_in_menus": null,
          "title_text": null
        },
        {
          "id": 2,
          "site_id": 1,
          "name": "Town and council",
          "section_url": "town-and-council",
          "full_url": "https://harbourpost.example/town-and-council",
          "description": "Decisions, and who took them.",
          "locale": "en",
          "order_number": 2,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": 1,
          "cover_url": "http://localhost:4000/files/sites/1/council-01a4d87df198.webp",
          "brand_color": "#30638e",
          "name_in_menus": "Town",
          "title_text": null
        }
      ]
    }
  },
  "content.listLikes": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": null,
        "count": 45
      },
      "likes": [
        {
          "article_id": 60,
          "upvotes": 213,
          "downvotes": 2,
          "score": 211
        },
        {
          "article_id": 59,
          "upvotes": 98,
          "downvotes": 0,
          "score": 98
        }
      ]
    },
    "note": "`likes` shows 2 of 45 items."
  },
  "content.voteOnArticle": {
    "status": 200,
    "body": {
      "like": {
        "article_id": 1,
        "upvotes": 1,
        "downvotes": 0,
        "score": 1
      }
    }
  },
  "content.listEvents": {
    "status": 200,
    "body": {
      "meta": {
        "count": 1
      },
      "events": [
        {
          "id": 1,
          "site_id": 1,
          "name": "Herring market",
          "summary": "Three days of fish, bread and argument about both.",
          "description": "<p>Boats from the whole archipelago, stalls along the east quay.</p>",
          "start_date": "2026-03-27T22:00:00Z",
          "end_date": "2026-03-29T21:00:00Z",
          "all_day": true,
          "published_at": "2026-03-26T22:00:00Z",
          "registration_deadline": null,
          "signup": null,
          "free_admission": true,
          "tickets": null,
          "cover_url": "http://localhost:4000/files/sites/1/market-72e571033147.webp",
          "categories": [
            "market"
          ],
          "languages": [
            "fi",
            "sv"
          ],
          "tags": [
            "herring"
          ],
          "themes": [
            "food",
            "sea"
          ],
          "images": [
            {
              "id": 1,
              "caption": "",
              "link": null,
              "url": "http://localhost:4000/files/sites/1/market-72e571033147.webp"
            }
          ],
          "location": {
            "id": 1,
            "name": "East quay",
            "phone": null,
            "website": null,
            "locality": "Havsvik",
            "postal_code": "21999",
            "country_code": "FI",
            "street_address_primary": "East Quay 1",
            "street_address_secondary": null,
            "street_address_tertiary": null,
            "latitude": "60.1024",
            "longitude": "21.4711"
          },
          "organizer": {
            "id": 1,
            "name": "Havsvik Market Board"
          }
        }
      ]
    }
  },
  "content.readEvent": {
    "status": 200,
    "body": {
      "event": {
        "id": 1,
        "site_id": 1,
        "name": "Herring market",
        "summary": "Three days of fish, bread and argument about both.",
        "description": "<p>Boats from the whole archipelago, stalls along the east quay.</p>",
        "start_date": "2026-03-27T22:00:00Z",
        "end_date": "2026-03-29T21:00:00Z",
        "all_day": true,
        "published_at": "2026-03-26T22:00:00Z",
        "registration_deadline": null,
        "signup": null,
        "free_admission": true,
        "tickets": null,
        "cover_url": "http://localhost:4000/files/sites/1/market-72e571033147.webp",
        "categories": [
          "market"
        ],
        "languages": [
          "fi",
          "sv"
        ],
        "tags": [
          "herring"
        ],
        "themes": [
          "food",
          "sea"
        ],
        "images": [
          {
            "id": 1,
            "caption": "",
            "link": null,
            "url": "http://localhost:4000/files/sites/1/market-72e571033147.webp"
          }
        ],
        "location": {
          "id": 1,
          "name": "East quay",
          "phone": null,
          "website": null,
          "locality": "Havsvik",
          "postal_code": "21999",
          "country_code": "FI",
          "street_address_primary": "East Quay 1",
          "street_address_secondary": null,
          "street_address_tertiary": null,
          "latitude": "60.1024",
          "longitude": "21.4711"
        },
        "organizer": {
          "id": 1,
          "name": "Havsvik Market Board"
        }
      }
    }
  },
  "analytics.listCampaigns": {
    "status": 200,
    "body": {
      "campaigns": [
        {
          "id": 1,
          "name": "Summer at sea",
          "last_update_at": "2026-03-28T09:00:00.000Z",
          "update_enabled": true,
          "disabled_by_user": false,
          "service_section_id": null,
          "service_site_id": 1,
          "facebook_access_token_expired": false,
          "facebook_api_token_expired": false,
          "facebook_password_changed": false,
          "instagram_access_token_invalid": false,
          "twitter_access_token_invalid": false,
          "twitter_spam_protection_triggered": false,
          "being_deleted": false,
          "section_deleted": false,
          "old_articles_fetched": false,
          "instagram_items_exist": true,
          "twitter_items_exist": true,
          "facebook_items_exist": true,
          "linkedin_items_exist": true,
          "facebook_connected": true,
          "instagram_connected": false,
          "twitter_connected": true,
          "is_initiated": true
        }
      ]
    }
  },
  "analytics.readCampaign": {
    "status": 200,
    "body": {
      "campaign": {
        "id": 1,
        "name": "Summer at sea",
        "last_update_at": "2026-03-28T09:00:00.000Z",
        "update_enabled": true,
        "disabled_by_user": false,
        "service_section_id": null,
        "service_site_id": 1,
        "facebook_access_token_expired": false,
        "facebook_api_token_expired": false,
        "facebook_password_changed": false,
        "instagram_access_token_invalid": false,
        "twitter_access_token_invalid": false,
        "twitter_spam_protection_triggered": false,
        "being_deleted": false,
        "section_deleted": false,
        "old_articles_fetched": false,
        "instagram_items_exist": true,
        "twitter_items_exist": true,
        "facebook_items_exist": true,
        "linkedin_items_exist": true,
        "facebook_connected": true,
        "instagram_connected": false,
        "twitter_connected": true,
        "is_initiated": true
      }
    }
  },
  "analytics.readCampaignReport": {
    "status": 200,
    "body": {
      "campaign_report": {
        "id": "1",
        "entries": 5000,
        "contributors": 637,
        "new_contributors": 637,
        "engagement": 166469,
        "potential_reach": 2564325,
        "instagram": {
          "posts": 1988,
          "id": "1-instagram",
          "stat1": 95046,
          "stat1_median": 36,
          "stat1_std_dev": 89.62879082593041,
          "stat2": 11771,
          "stat2_median": 4,
          "stat2_std_dev": 10.442007165058387
        },
        "twitter": {
          "posts": 1620,
          "id": "1-twitter",
          "stat1": 21999,
          "stat1_median": 8,
          "stat1_std_dev": 37.56783763479319,
          "stat2": 1937,
          "stat2_median": 1,
          "stat2_std_dev": 5.8467554447146375,
          "stat3": 3704,
          "stat3_median": 1,
          "stat3_std_dev": 9.67550886423791
        },
        "facebook": {
          "posts": 1037,
          "id": "1-facebook",
          "stat1": 20366,
          "stat1_median": 13,
          "stat1_std_dev": 24.413686242437137,
          "stat2": 2166,
          "stat2_median": 1,
          "stat2_std_dev": 3.764248148264243,
          "stat3": 3359,
          "stat3_median": 2,
          "stat3_std_dev": 4.7596280726634275
        },
        "linkedin": {
          "posts": 355,
          "id": "1-linkedin",
          "stat1": 5596,
          "stat1_median": 10,
          "stat1_std_dev": 25.02022415452567,
          "stat2": 525,
          "stat2_median": 1,
          "stat2_std_dev": 2.6036764631529836
        }
      }
    }
  },
  "analytics.readTimeseries": {
    "status": 200,
    "body": {
      "timeseries": {
        "unit": "month",
        "time_zone": "UTC",
        "start": "2025-12-01T00:00:00+00:00",
        "end": "2026-04-01T00:00:00+00:00",
        "buckets": [
          {
            "start": "2025-12-01T00:00:00+00:00",
            "end": "2026-01-01T00:00:00+00:00",
            "entries": 139,
            "contributors": 115,
            "new_contributors": 115,
            "engagement": 6127,
            "potential_reach": 16180
          },
          {
            "start": "2026-01-01T00:00:00+00:00",
            "end": "2026-02-01T00:00:00+00:00",
            "entries": 2231,
            "contributors": 584,
            "new_contributors": 480,
            "engagement": 74724,
            "potential_reach": 2561698
          }
        ],
        "total": {
          "entries": 5000,
          "contributors": 637,
          "new_contributors": 637,
          "engagement": 166469,
          "potential_reach": 2564325
        },
        "comparison": null
      }
    },
    "note": "`timeseries.buckets` shows 2 of 4 items."
  },
  "analytics.readHeatmap": {
    "status": 200,
    "body": {
      "heatmap": {
        "time_zone": "Europe/Helsinki",
        "entries": 5000,
        "cells": [
          {
            "weekday": 1,
            "hour": 0,
            "entries": 17,
            "known": 17,
            "engagement_median": 15
          },
          {
            "weekday": 1,
            "hour": 1,
            "entries": 9,
            "known": 8,
            "engagement_median": 50
          }
        ]
      }
    },
    "note": "`heatmap.cells` shows 2 of 168 items."
  },
  "analytics.listNetworks": {
    "status": 200,
    "body": {
      "networks": [
        {
          "network": "instagram",
          "entries": 1988,
          "contributors": 268,
          "new_contributors": 268,
          "engagement": 106817,
          "potential_reach": 0,
          "stat1": 95046,
          "stat2": 11771,
          "stat3": 0,
          "entries_share": 0.3976,
          "engagement_share": 0.6416630123326265,
          "engagement_per_entry": 53.730885311871226
        },
        {
          "network": "twitter",
          "entries": 1620,
          "contributors": 203,
          "new_contributors": 203,
          "engagement": 27640,
          "potential_reach": 2564325,
          "stat1": 21999,
          "stat2": 1937,
          "stat3": 3704,
          "entries_share": 0.324,
          "engagement_share": 0.16603691978686722,
          "engagement_per_entry": 17.061728395061728
        }
      ]
    },
    "note": "`networks` shows 2 of 4 items."
  },
  "analytics.listHashtags": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 6,
        "count": 3
      },
      "hashtags": [
        {
          "hashtag": "summeratsea",
          "entries": 1834,
          "engagement": 56731,
          "contributors": 563
        },
        {
          "hashtag": "saaristo",
          "entries": 994,
          "engagement": 33290,
          "contributors": 444
        },
        {
          "hashtag": "herring",
          "entries": 974,
          "engagement": 32311,
          "contributors": 445
        }
      ]
    }
  },
  "analytics.readDistribution": {
    "status": 200,
    "body": {
      "distribution": {
        "figure": "stat1",
        "entries": 5000,
        "known": 4774,
        "sum": 143007,
        "mean": 29.95538332635107,
        "median": 14,
        "std_dev": 62.939244110770275,
        "p10": 2,
        "p25": 6,
        "p75": 34,
        "p90": 66,
        "p95": 96,
        "p99": 228,
        "bins": [
          {
            "from": 0,
            "to": 1,
            "entries": 174
          },
          {
            "from": 1,
            "to": 2,
            "entries": 167
          }
        ]
      }
    },
    "note": "`distribution.bins` shows 2 of 11 items."
  },
  "analytics.exportCampaign": {
    "status": 200,
    "body": "id,user_id,user_type,username,fullname,bio,profile_url,profile_picture_url,followers,following,posts_published,posted_items_count,post_count,score,item_score_sum,stat1_count,stat2_count,stat3_count,items_stat1_sum,items_stat2_sum,items_stat3_sum\n287,700010,linkedin,linnea_10,,,https://linkedin.example/linnea_10,,,,,30,30,27.169925001442,479,0,0,0,399,25,0\n294,700039,linkedin,leo_39,,,https://linkedin.example/leo_39,,,,,9,9,9,166,0,0,0,147,5,0",
    "note": "3 of 52 lines are shown."
  },
  "analytics.listDefinitions": {
    "status": 200,
    "body": {
      "definitions": [
        {
          "figure": "entries",
          "label": "Entries",
          "definition": "Posts on all networks that were published in the requested period: at its start or later, and before its end. Replies and quotes count as entries; reposts without a comment do not."
        },
        {
          "figure": "posts",
          "label": "Posts",
          "definition": "Entries of one network in the requested period."
        }
      ]
    },
    "note": "`definitions` shows 2 of 32 items."
  },
  "analytics.listEntries": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 4645,
        "count": 1
      },
      "pagination": {
        "base": "http://localhost:4000/v1/campaigns/1/entries?count=1&sort=score",
        "older": "http://localhost:4000/v1/campaigns/1/entries?count=1&sort=score&page=2&after=WyJzY29yZSIsMzEyMzczNDEyNSw0ODMwLDJd"
      },
      "entries": [
        {
          "id": "4830",
          "item_id": "9000004435",
          "item_type": "twitter",
          "item_url": "https://twitter.example/posts/9000004435",
          "image_url": "",
          "text": "Back again at the fish market. #saaristo",
          "post_type": null,
          "published_at": "2026-01-30T14:49:29Z",
          "username": "leo_507",
          "user_id": "700507",
          "user_profile_url": "https://twitter.example/leo_507",
          "user_profile_picture_url": "",
          "analytics_user_id": "557",
          "followers": 2487656,
          "following": 47,
          "posts_published": null,
          "service_article_id": null,
          "service_article_ids": [],
          "stat1": 1136,
          "stat2": 214,
          "stat3": 338,
          "score": 3123.734125,
          "incomplete": false,
          "last_successful_data_update_at": "2026-03-28T00:00:00Z",
          "last_data_update_attempt_at": "2026-03-28T00:00:00Z",
          "last_data_update_failure_reason": null,
          "users_in_photo": [],
          "engagement_count": 0,
          "impressions_count": 0,
          "reach_count": 0,
          "saved_count": 0
        }
      ]
    }
  },
  "analytics.listUsers": {
    "status": 200,
    "body": {
      "meta": {
        "total_count": 203,
        "count": 1
      },
      "pagination": {
        "base": "http://localhost:4000/v1/campaigns/1/users?count=1&sort=followers&user_type=twitter",
        "older": "http://localhost:4000/v1/campaigns/1/users?count=1&sort=followers&user_type=twitter&page=2&after=WyJmb2xsb3dlcnMiLDI0ODc2NTYsNTU3LDJd"
      },
      "users": [
        {
          "id": "557",
          "user_id": "700507",
          "user_type": "twitter",
          "username": "leo_507",
          "fullname": "",
          "bio": "",
          "profile_url": "https://twitter.example/leo_507",
          "profile_picture_url": "",
          "followers": 2487656,
          "following": 47,
          "posts_published": null,
          "posted_items_count": 4,
          "post_count": 4,
          "score": 4,
          "item_score_sum": 3714.549013,
          "stat1_count": 0,
          "stat2_count": 1,
          "stat3_count": 0,
          "items_stat1_sum": 1359,
          "items_stat2_sum": 249,
          "items_stat3_sum": 369
        }
      ]
    }
  },
  "analytics.readUser": {
    "status": 200,
    "body": {
      "id": "1",
      "user_id": "700000",
      "user_type": "facebook",
      "username": "aino_0",
      "fullname": "",
      "bio": "",
      "profile_url": "https://facebook.example/aino_0",
      "profile_picture_url": "",
      "followers": null,
      "following": null,
      "posts_published": null,
      "posted_items_count": 205,
      "post_count": 205,
      "score": 129.165271561782,
      "item_score_sum": 3863,
      "stat1_count": 0,
      "stat2_count": 0,
      "stat3_count": 0,
      "items_stat1_sum": 3078,
      "items_stat2_sum": 290,
      "items_stat3_sum": 541
    }
  },
  "analytics.findUser": {
    "status": 302,
    "location": "http://localhost:4000/v1/campaigns/1/users/1"
  },
  "manage.sites.list": {
    "status": 200,
    "body": {
      "sites": [
        {
          "id": 1,
          "name": "Harbour Post",
          "url": "https://harbourpost.example",
          "locale": "en",
          "time_zone": "Europe/Helsinki",
          "api_key_required": false,
          "voting_enabled": false,
          "cache_remote_images": false,
          "preview_url": null
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.sites.read": {
    "status": 200,
    "body": {
      "site": {
        "id": 1,
        "name": "Harbour Post",
        "url": "https://harbourpost.example",
        "locale": "en",
        "time_zone": "Europe/Helsinki",
        "api_key_required": false,
        "voting_enabled": false,
        "cache_remote_images": false,
        "preview_url": null
      },
      "rendering": null
    }
  },
  "manage.sites.change": {
    "status": 200,
    "body": {
      "site": {
        "id": 1,
        "name": "Harbour Post",
        "url": "https://harbourpost.example",
        "locale": "en",
        "time_zone": "Europe/Helsinki",
        "api_key_required": false,
        "voting_enabled": true,
        "cache_remote_images": false,
        "preview_url": null
      },
      "rendering": null
    }
  },
  "manage.sites.create": {
    "status": 201,
    "body": {
      "site": {
        "id": 2,
        "name": "Lighthouse Weekly",
        "url": "https://lighthouse.example",
        "locale": "en",
        "time_zone": "Europe/Helsinki",
        "api_key_required": false,
        "voting_enabled": false,
        "cache_remote_images": false,
        "preview_url": null
      }
    }
  },
  "manage.sites.remove": {
    "status": 204
  },
  "manage.sections.list": {
    "status": 200,
    "body": {
      "sections": [
        {
          "id": 8,
          "site_id": 1,
          "name": "Test kitchen",
          "section_url": "test-kitchen",
          "full_url": "https://harbourpost.example/test-kitchen",
          "description": "Not open yet.",
          "locale": "en",
          "order_number": 8,
          "show_in_menu": true,
          "state": "hidden",
          "real_time": false,
          "category_id": null,
          "cover_url": null,
          "brand_color": null,
          "name_in_menus": null,
          "title_text": null
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.sections.create": {
    "status": 201,
    "body": {
      "section": {
        "id": 9,
        "site_id": 1,
        "name": "Weather",
        "section_url": "weather",
        "full_url": "https://harbourpost.example/weather",
        "description": "What the gulls say.",
        "locale": "en",
        "order_number": 9,
        "show_in_menu": true,
        "state": "public",
        "real_time": false,
        "category_id": null,
        "cover_url": null,
        "brand_color": "#30638e",
        "name_in_menus": null,
        "title_text": null
      }
    }
  },
  "manage.sections.read": {
    "status": 200,
    "body": {
      "section": {
        "id": 1,
        "site_id": 1,
        "name": "Harbour life",
        "section_url": "harbour-life",
        "full_url": "https://harbourpost.example/harbour-life",
        "description": "What happens between the piers.",
        "locale": "en",
        "order_number": 1,
        "show_in_menu": true,
        "state": "public",
        "real_time": false,
        "category_id": 3,
        "cover_url": "http://localhost:4000/files/sites/1/harbour-a4f061bdf3f4.webp",
        "brand_color": "#c1587a",
        "name_in_menus": null,
        "title_text": null
      },
      "rendering": null
    }
  },
  "manage.sections.change": {
    "status": 200,
    "body": {
      "section": {
        "id": 8,
        "site_id": 1,
        "name": "Test kitchen",
        "section_url": "test-kitchen",
        "full_url": "https://harbourpost.example/test-kitchen",
        "description": "Opens in spring.",
        "locale": "en",
        "order_number": 8,
        "show_in_menu": true,
        "state": "hidden",
        "real_time": false,
        "category_id": null,
        "cover_url": null,
        "brand_color": null,
        "name_in_menus": null,
        "title_text": null
      },
      "rendering": null
    }
  },
  "manage.sections.remove": {
    "status": 204
  },
  "manage.articles.list": {
    "status": 200,
    "body": {
      "articles": [
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "state": "draft",
          "version": 1,
          "publish_at": null,
          "publish_problem": null,
          "deleted_at": null,
          "id": null,
          "article_url": "notes-on-a-lobster-that-was-a-boot",
          "full_url": null,
          "title": "Notes on a lobster that was a boot",
          "summary": "Not finished.",
          "body": "<p>Call Petra again. Ask about the size.</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            2
          ],
          "author_credit": "",
          "photo_credit": null,
          "category_id": null,
          "section_id": 1,
          "cover_url": null,
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "tags": [
            "fishing"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "Notes on a lobster that was a boot",
            "og_description": "Not finished.",
            "og_image": null
          },
          "article_links": [],
          "featured_articles": [],
          "cta": null,
          "alt_text": null,
          "site_id": 1,
          "published_at": null,
          "published_at_l10n": null,
          "modified_at": null,
          "modified_at_l10n": null,
          "pinned_index": null,
          "site_pinned_index": null,
          "created_at": "2026-03-28T09:00:00Z",
          "created_by": "command line",
          "updated_at": "2026-03-28T09:00:00Z",
          "updated_by": "command line",
          "scheduled_version": null
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1,
        "as_of": "4711:4711:",
        "changed_count": 0
      },
      "cursor": "WyJ1cGRhdGVkIiwiMjAyNi0wMy0yOFQwOTowMDowMFoiXQ",
      "more": false
    }
  },
  "manage.articles.create": {
    "status": 201,
    "body": {
      "article": {
        "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
        "state": "draft",
        "version": 1,
        "publish_at": null,
        "publish_problem": null,
        "deleted_at": null,
        "id": null,
        "article_url": "fog-until-noon",
        "full_url": null,
        "title": "Fog until noon",
        "summary": "The ferry waits.",
        "body": "<p>And then some.</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          2
        ],
        "author_credit": "",
        "photo_credit": null,
        "category_id": null,
        "section_id": 1,
        "cover_url": null,
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "fog",
          "ferry"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": null,
          "og_description": null,
          "og_image": null
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": null,
        "site_id": 1,
        "published_at": null,
        "published_at_l10n": null,
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": null,
        "site_pinned_index": null,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "admin token",
        "updated_at": "2026-03-28T09:00:00Z",
        "updated_by": "admin token",
        "scheduled_version": null
      }
    }
  },
  "manage.articles.batch": {
    "status": 200,
    "body": {
      "results": [
        {
          "uid": "8",
          "status": 200,
          "version": 2,
          "state": "published"
        },
        {
          "uid": "9",
          "status": 409,
          "version": null,
          "state": null,
          "failure": {
            "error": "This article was changed since you read it (it is at version 1); read it again.",
            "version": 1,
            "changed_fields": null,
            "changed_by": "command line",
            "changed_at": "2026-03-28T09:00:00Z"
          }
        }
      ]
    }
  },
  "manage.articles.read": {
    "status": 200,
    "body": {
      "article": {
        "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
        "state": "published",
        "version": 1,
        "publish_at": null,
        "publish_problem": null,
        "deleted_at": null,
        "id": 1,
        "article_url": "rut-hammars-letters-come-home",
        "full_url": "https://harbourpost.example/stage-and-page/rut-hammars-letters-come-home",
        "title": "Rut Hammar’s letters come home",
        "summary": "Three hundred letters, found in a boat.",
        "body": "<p>They lay in a watertight tin under the floorboards of a boat that was to be burned at midsummer. The boy who had the matches wanted the tin.</p>\n<p>Rut Hammar wrote to her sister on Kallskär every Sunday from 1919 to 1948, and the sister kept them where she kept what was dear to her: on board. There are recipes, rehearsals, the price of paint, and the first draft of <em>The Pilot’s Daughter</em>, in the margin of a letter about a cow.</p>\n<p>The library will show twenty of them in the autumn. All are being photographed; whoever can read her hand is asked to help, because she wrote, as she says herself, “as the hens walk, but with more to report”.</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          4,
          1
        ],
        "author_credit": "",
        "photo_credit": null,
        "category_id": 2,
        "section_id": 3,
        "cover_url": "/files/sites/1/post-649ede34e3f9.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "books",
          "history",
          "library"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "Rut Hammar’s letters come home",
          "og_description": "Three hundred letters, found in a boat.",
          "og_image": "/files/sites/1/post-649ede34e3f9.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": "Letters around a yellow postbox",
        "site_id": 1,
        "published_at": "2025-04-24T03:00:00Z",
        "published_at_l10n": "2025-04-24T06:00:00+03:00",
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": null,
        "site_pinned_index": null,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "command line",
        "updated_at": "2026-03-28T09:00:00Z",
        "updated_by": "command line",
        "scheduled_version": null
      }
    }
  },
  "manage.articles.change": {
    "status": 200,
    "body": {
      "article": {
        "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
        "state": "published",
        "version": 2,
        "publish_at": null,
        "publish_problem": null,
        "deleted_at": null,
        "id": 2,
        "article_url": "how-to-read-the-harbours-flags",
        "full_url": "https://harbourpost.example/harbour-life/how-to-read-the-harbours-flags",
        "title": "How to read the harbour’s flags",
        "summary": "Brown square, white ring: coffee.",
        "body": "<p>The mast on the harbour office speaks all day, and hardly anyone listens. A short course.</p>\n<h3>The serious ones</h3>\n<ol>\n<li><strong>Blue and white, swallow-tailed:</strong> a diver is down. Slow, and wide.</li>\n<li><strong>Red, swallow-tailed:</strong> fuel is being pumped. No smoking, no welding, no bright ideas.</li>\n<li><strong>Yellow, square:</strong> a ship from abroad has not been cleared yet.</li>\n<li><strong>A black ball:</strong> somebody lies at anchor where you meant to go.</li>\n</ol>\n<h3>The local ones</h3>\n<p>A green pennant means that the herring price has changed. A white one with a fish means that it has changed for the better, and for whom is a question of which side of the scales you stand on.</p>\n<p>And the brown square with a white ring, which puzzles every visitor? It goes up at ten and at two. It means coffee, and it is the only signal in the harbour that is obeyed by all vessels.</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          6
        ],
        "author_credit": "",
        "photo_credit": null,
        "category_id": 3,
        "section_id": 1,
        "cover_url": "/files/sites/1/column-e968c6ab65aa.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "harbour",
          "flags"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "How to read the harbour’s flags",
          "og_description": "Seven that matter, and the one that means coffee.",
          "og_image": "/files/sites/1/column-e968c6ab65aa.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": "A pattern in blue, red and white",
        "site_id": 1,
        "published_at": "2025-05-21T08:17:00Z",
        "published_at_l10n": "2025-05-21T11:17:00+03:00",
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": null,
        "site_pinned_index": null,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "command line",
        "updated_at": "2026-03-28T09:00:00Z",
        "updated_by": "admin token",
        "scheduled_version": null
      }
    }
  },
  "manage.articles.remove": {
    "status": 204
  },
  "manage.articles.restore": {
    "status": 200,
    "body": {
      "article": {
        "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
        "state": "unpublished",
        "version": 1,
        "publish_at": null,
        "publish_problem": null,
        "deleted_at": null,
        "id": 5,
        "article_url": "snow-plan-who-clears-what-and-when",
        "full_url": "https://harbourpost.example/town-and-council/snow-plan-who-clears-what-and-when",
        "title": "Snow plan: who clears what, and when",
        "summary": "Keep this page. You will look for it in January.",
        "body": "<p>The town clears in three rounds. It has always done so; what is new is that it says in which order.</p>\n<ol>\n<li><strong>Before six:</strong> the school road, the ferry ramp, the hill to the health centre.</li>\n<li><strong>Before nine:</strong> the streets with a bus, and Church Hill from both sides.</li>\n<li><strong>By evening:</strong> everything else, the cul-de-sacs in the order of the alphabet, in odd years backwards.</li>\n</ol>\n<p>Steps and gates are the owner’s. Snow may be put on one’s own ground, on the marked heaps, and by old right into the sea at the end of Net Lane, but not, as the plan says with a sigh that can be heard on paper, “into the neighbour’s”.</p>\n<p>Sand is in the red boxes. It is for walking on. The boxes are counted in April.</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          1
        ],
        "author_credit": "",
        "photo_credit": null,
        "category_id": 1,
        "section_id": 2,
        "cover_url": "/files/sites/1/winter-e995fd05e387.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "winter",
          "guide",
          "town hall"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "Snow plan: who clears what, and when",
          "og_description": "Keep this page. You will look for it in January.",
          "og_image": "/files/sites/1/winter-e995fd05e387.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": "Red cottages in snow",
        "site_id": 1,
        "published_at": "2025-06-11T09:08:00Z",
        "published_at_l10n": "2025-06-11T12:08:00+03:00",
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": null,
        "site_pinned_index": null,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "command line",
        "updated_at": "2026-03-28T09:00:00Z",
        "updated_by": "command line",
        "scheduled_version": null
      }
    }
  },
  "manage.articles.publish": {
    "status": 200,
    "body": {
      "article": {
        "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
        "state": "published",
        "version": 2,
        "publish_at": null,
        "publish_problem": null,
        "deleted_at": null,
        "id": 2,
        "article_url": "how-to-read-the-harbours-flags",
        "full_url": "https://harbourpost.example/harbour-life/how-to-read-the-harbours-flags",
        "title": "How to read the harbour’s flags",
        "summary": "Brown square, white ring: coffee.",
        "body": "<p>The mast on the harbour office speaks all day, and hardly anyone listens. A short course.</p>\n<h3>The serious ones</h3>\n<ol>\n<li><strong>Blue and white, swallow-tailed:</strong> a diver is down. Slow, and wide.</li>\n<li><strong>Red, swallow-tailed:</strong> fuel is being pumped. No smoking, no welding, no bright ideas.</li>\n<li><strong>Yellow, square:</strong> a ship from abroad has not been cleared yet.</li>\n<li><strong>A black ball:</strong> somebody lies at anchor where you meant to go.</li>\n</ol>\n<h3>The local ones</h3>\n<p>A green pennant means that the herring price has changed. A white one with a fish means that it has changed for the better, and for whom is a question of which side of the scales you stand on.</p>\n<p>And the brown square with a white ring, which puzzles every visitor? It goes up at ten and at two. It means coffee, and it is the only signal in the harbour that is obeyed by all vessels.</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          6
        ],
        "author_credit": "",
        "photo_credit": null,
        "category_id": 3,
        "section_id": 1,
        "cover_url": "/files/sites/1/column-e968c6ab65aa.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "harbour",
          "flags"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "How to read the harbour’s flags",
          "og_description": "Seven that matter, and the one that means coffee.",
          "og_image": "/files/sites/1/column-e968c6ab65aa.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": "A pattern in blue, red and white",
        "site_id": 1,
        "published_at": "2025-05-21T08:17:00Z",
        "published_at_l10n": "2025-05-21T11:17:00+03:00",
        "modified_at": "2026-03-28T09:00:00Z",
        "modified_at_l10n": "2026-03-28T11:00:00+02:00",
        "pinned_index": null,
        "site_pinned_index": null,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "command line",
        "updated_at": "2026-03-28T09:00:00Z",
        "updated_by": "admin token",
        "scheduled_version": null
      }
    }
  },
  "manage.articles.unpublish": {
    "status": 204
  },
  "manage.articles.pin": {
    "status": 200,
    "body": {
      "article": {
        "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
        "state": "published",
        "version": 1,
        "publish_at": null,
        "publish_problem": null,
        "deleted_at": null,
        "id": 6,
        "article_url": "the-shop-that-opens-when-you-ring",
        "full_url": "https://harbourpost.example/outer-islands/the-shop-that-opens-when-you-ring",
        "title": "The shop that opens when you ring",
        "summary": "Three bells: one for milk, two for fuel, three for company.",
        "body": "<p>There is a rope by the door. Pull once, and Solveig comes with the key to the fridge. Pull twice, and she comes with the key to the pump. Pull three times, and she puts the coffee on, because then you have not come for anything.</p>\n<p>The shop on Norrkobb has been in the family since it was a boathouse with a shelf. It has four hundred articles, counted in January, and sells most of them. The wedding veil has been in the window since 1974; it is there “to show that we think of everything”.</p>\n<p>In winter there are nine customers. Solveig could close, and was told so by a consultant, who had come for a day and, on account of the fog, stayed for four. His report recommends that the shop be kept exactly as it is. He rang three times.</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          5
        ],
        "author_credit": "",
        "photo_credit": null,
        "category_id": 5,
        "section_id": 4,
        "cover_url": "/files/sites/1/sauna-ccdd610e40a9.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "islands",
          "shop",
          "people"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "The shop that opens when you ring",
          "og_description": "Three bells: one for milk, two for fuel, three for company.",
          "og_image": "/files/sites/1/sauna-ccdd610e40a9.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": "A cottage on poles at dusk",
        "site_id": 1,
        "published_at": "2025-06-26T14:25:00Z",
        "published_at_l10n": "2025-06-26T17:25:00+03:00",
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": 0,
        "site_pinned_index": null,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "command line",
        "updated_at": "2026-03-28T09:00:00Z",
        "updated_by": "command line",
        "scheduled_version": null
      }
    }
  },
  "manage.articles.recheck": {
    "status": 202,
    "body": {
      "article": {
        "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
        "state": "published",
        "version": 1,
        "publish_at": null,
        "publish_problem": null,
        "deleted_at": null,
        "id": 7,
        "article_url": "soutukilpailun-hitain-voitti-taas",
        "full_url": "https://harbourpost.example/saariston-arki/soutukilpailun-hitain-voitti-taas",
        "title": "Soutukilpailun hitain voitti taas",
        "summary": "Säännöt ovat vuodelta 1911, eikä niitä ymmärrä kukaan.",
        "body": "<p>Merilahden soutu on kolme meripeninkulmaa, ja sen voittaa se, joka tulee maaliin lähimpänä arvaamaansa aikaa. Kelloa ei saa olla mukana. Arvaus annetaan edellisenä iltana suljetussa kuoressa.</p>\n<p>Voittaja on nyt neljättä kertaa Hilma Saarinen, 79. Hän arvasi kaksi tuntia ja neljä minuuttia, ja siihen hän käytti kaksi tuntia, viisi minuuttia ja termospullollisen kahvia.</p>\n<p>”Nuoret lähtevät liian kovaa”, hän sanoo. ”Sitten ne joutuvat odottamaan itseään.”</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          6
        ],
        "author_credit": "",
        "photo_credit": null,
        "category_id": 3,
        "section_id": 6,
        "cover_url": "/files/sites/1/rowing-9a3637c7e2d5.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "soutu",
          "kilpailu",
          "perinne"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "Soutukilpailun hitain voitti taas",
          "og_description": "Säännöt ovat vuodelta 1911, eikä niitä ymmärrä kukaan.",
          "og_image": "/files/sites/1/rowing-9a3637c7e2d5.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": "Kolme soutuvenettä vihreillä aalloilla",
        "site_id": 1,
        "published_at": "2025-07-08T05:42:00Z",
        "published_at_l10n": "2025-07-08T08:42:00+03:00",
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": null,
        "site_pinned_index": null,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "command line",
        "updated_at": "2026-03-28T09:00:00Z",
        "updated_by": "command line",
        "scheduled_version": null
      }
    }
  },
  "manage.pins.list": {
    "status": 200,
    "body": {
      "pins": [
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "index": 0
        },
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "index": 1
        },
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "index": 2
        }
      ]
    }
  },
  "manage.pins.set": {
    "status": 200,
    "body": {
      "pins": []
    }
  },
  "manage.tags.list": {
    "status": 200,
    "body": {
      "tags": [
        {
          "tag": "ferry",
          "count": 3
        },
        {
          "tag": "fishing",
          "count": 2
        },
        {
          "tag": "fog",
          "count": 2
        }
      ]
    }
  },
  "manage.counts.read": {
    "status": 200,
    "body": {
      "counts": {
        "draft": 1,
        "pending": 0,
        "scheduled": 1,
        "published": 60,
        "unpublished": 0
      }
    }
  },
  "manage.revisions.list": {
    "status": 200,
    "body": {
      "revisions": [
        {
          "number": 1,
          "created_at": "2026-03-28T09:00:00Z",
          "created_by": "command line",
          "automatic": false
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.revisions.read": {
    "status": 200,
    "body": {
      "revision": {
        "number": 1,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "command line",
        "automatic": false,
        "article": {
          "article_url": "rut-hammars-letters-come-home",
          "title": "Rut Hammar’s letters come home",
          "summary": "Three hundred letters, found in a boat.",
          "body": "<p>They lay in a watertight tin under the floorboards of a boat that was to be burned at midsummer. The boy who had the matches wanted the tin.</p>\n<p>Rut Hammar wrote to her sister on Kallskär every Sunday from 1919 to 1948, and the sister kept them where she kept what was dear to her: on board. There are recipes, rehearsals, the price of paint, and the first draft of <em>The Pilot’s Daughter</em>, in the margin of a letter about a cow.</p>\n<p>The library will show twenty of them in the autumn. All are being photographed; whoever can read her hand is asked to help, because she wrote, as she says herself, “as the hens walk, but with more to report”.</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            4,
            1
          ],
          "author_credit": "",
          "photo_credit": null,
          "category_id": 2,
          "section_id": 3,
          "cover_url": "/files/sites/1/post-649ede34e3f9.webp",
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "tags": [
            "books",
            "history",
            "library"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "Rut Hammar’s letters come home",
            "og_description": "Three hundred letters, found in a boat.",
            "og_image": "/files/sites/1/post-649ede34e3f9.webp"
          },
          "article_links": [],
          "featured_articles": [],
          "cta": null,
          "alt_text": "Letters around a yellow postbox"
        }
      }
    }
  },
  "manage.revisions.restore": {
    "status": 200,
    "body": {
      "article": {
        "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
        "state": "published",
        "version": 1,
        "publish_at": null,
        "publish_problem": null,
        "deleted_at": null,
        "id": 3,
        "article_url": "harbour-office-the-flag-with-the-ring",
        "full_url": "https://harbourpost.example/from-the-web/harbour-office-the-flag-with-the-ring",
        "title": "Harbour office: the flag with the ring",
        "summary": "You asked.",
        "body": "",
        "type": "facebook_post",
        "display_style": "facebook-post",
        "source": "media_tracker",
        "url": null,
        "author_ids": [],
        "author_credit": "Havsvik Harbour Office",
        "photo_credit": null,
        "category_id": 3,
        "section_id": 7,
        "cover_url": "/files/sites/1/column-e968c6ab65aa.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "harbour",
          "boats"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "Harbour office: the flag with the ring",
          "og_description": "You asked.",
          "og_image": "/files/sites/1/column-e968c6ab65aa.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": null,
        "site_id": 1,
        "published_at": "2025-05-22T13:34:00Z",
        "published_at_l10n": "2025-05-22T16:34:00+03:00",
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": null,
        "site_pinned_index": null,
        "created_at": "2026-03-28T09:00:00Z",
        "created_by": "command line",
        "updated_at": "2026-03-28T09:00:00Z",
        "updated_by": "command line",
        "scheduled_version": null,
        "attachments": {
          "facebook_post": {
            "commenting_post_id_str": "100200300400_3",
            "created_time": "2025-05-22T13:34:00+0000",
            "from_id_str": "100200300400",
            "from_name": "Havsvik Harbour Office",
            "link": "https://social.example/havsvikharbour/100200300400_3",
            "link_caption": "",
            "link_description": "",
            "link_name": "Havsvik Harbour Office",
            "message": "Since so many have asked: brown square, white ring = coffee. It is not in the international code. We have written to them.",
            "object_id": "3",
            "picture": "/files/sites/1/column-e968c6ab65aa.webp",
            "post_id_str": "100200300400_3",
            "post_type": "photo",
            "profile_picture_url": "https://social.example/havsvikharbour/picture.jpg",
            "picture_attachments": []
          }
        }
      }
    }
  },
  "manage.previews.create": {
    "status": 201,
    "body": {
      "preview": {
        "id": 1,
        "created_by": "admin token",
        "created_at": "2026-03-28T09:00:00Z",
        "expires_at": "2026-04-04T09:00:00Z",
        "token": "4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw",
        "url": "http://localhost:4000/previews/4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw",
        "page_url": "http://localhost:4000/previews/4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw",
        "json_url": "http://localhost:4000/v1/previews/4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw"
      }
    }
  },
  "manage.previews.list": {
    "status": 200,
    "body": {
      "previews": [
        {
          "id": 1,
          "created_by": "admin token",
          "created_at": "2026-03-28T09:00:00Z",
          "expires_at": "2026-04-04T09:00:00Z"
        }
      ]
    }
  },
  "manage.previews.revoke": {
    "status": 204
  },
  "manage.previews.read": {
    "status": 200,
    "body": {
      "preview": {
        "state": "published",
        "version": 1,
        "updated_at": "2026-03-28T09:00:00Z",
        "publish_at": null,
        "expires_at": "2026-04-04T09:00:00Z"
      },
      "article": {
        "id": 1,
        "article_url": "rut-hammars-letters-come-home",
        "full_url": "https://harbourpost.example/stage-and-page/rut-hammars-letters-come-home",
        "title": "Rut Hammar’s letters come home",
        "summary": "Three hundred letters, found in a boat.",
        "body": "<p>They lay in a watertight tin under the floorboards of a boat that was to be burned at midsummer. The boy who had the matches wanted the tin.</p>\n<p>Rut Hammar wrote to her sister on Kallskär every Sunday from 1919 to 1948, and the sister kept them where she kept what was dear to her: on board. There are recipes, rehearsals, the price of paint, and the first draft of <em>The Pilot’s Daughter</em>, in the margin of a letter about a cow.</p>\n<p>The library will show twenty of them in the autumn. All are being photographed; whoever can read her hand is asked to help, because she wrote, as she says herself, “as the hens walk, but with more to report”.</p>",
        "type": "article",
        "display_style": "article",
        "source": "newsroom",
        "url": null,
        "author_ids": [
          4,
          1
        ],
        "author_credit": "Tomás Ibarra, Aino Lindqvist",
        "photo_credit": null,
        "category_id": 2,
        "section_id": 3,
        "cover_url": "http://localhost:4000/files/sites/1/post-649ede34e3f9.webp",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "tags": [
          "books",
          "history",
          "library"
        ],
        "canonical_url": null,
        "open_graph": {
          "og_title": "Rut Hammar’s letters come home",
          "og_description": "Three hundred letters, found in a boat.",
          "og_image": "http://localhost:4000/files/sites/1/post-649ede34e3f9.webp"
        },
        "article_links": [],
        "featured_articles": [],
        "cta": null,
        "alt_text": "Letters around a yellow postbox",
        "site_id": 1,
        "published_at": "2025-04-24T03:00:00Z",
        "published_at_l10n": "2025-04-24T06:00:00+03:00",
        "modified_at": null,
        "modified_at_l10n": null,
        "pinned_index": null,
        "site_pinned_index": null
      },
      "categories": [
        {
          "id": 2,
          "name": "Culture",
          "category_url": "culture",
          "order_number": 2,
          "color": "#a4161a"
        }
      ],
      "sections": [
        {
          "id": 3,
          "site_id": 1,
          "name": "Stage and page",
          "section_url": "stage-and-page",
          "full_url": "https://harbourpost.example/stage-and-page",
          "description": "Music, theatre, books.",
          "locale": "en",
          "order_number": 3,
          "show_in_menu": true,
          "state": "public",
          "real_time": false,
          "category_id": 2,
          "cover_url": "http://localhost:4000/files/sites/1/theatre-3169e4df96ac.webp",
          "brand_color": "#a4161a",
          "name_in_menus": "Culture",
          "title_text": null
        }
      ]
    }
  },
  "manage.presence.set": {
    "status": 200,
    "body": {
      "presences": [
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "by": "admin token",
          "name": null,
          "field": "body",
          "since": "2026-03-28T09:00:00Z"
        }
      ]
    }
  },
  "manage.live.read": {
    "status": 200,
    "body": "id: 4711:4711:\nevent: ready\ndata: {}",
    "note": "3 of 4 lines are shown."
  },
  "manage.likes.set": {
    "status": 200,
    "body": {
      "like": {
        "article_id": 2,
        "upvotes": 12,
        "downvotes": 2,
        "score": 10
      }
    }
  },
  "manage.changes.list": {
    "status": 200,
    "body": {
      "changes": [
        {
          "version": 35,
          "action": "publish",
          "article_id": 1,
          "at": "2026-03-28T09:00:00Z",
          "article": {
            "id": 1,
            "article_url": "rut-hammars-letters-come-home",
            "full_url": "https://harbourpost.example/stage-and-page/rut-hammars-letters-come-home",
            "title": "Rut Hammar’s letters come home",
            "summary": "Three hundred letters, found in a boat.",
            "body": "<p>They lay in a watertight tin under the floorboards of a boat that was to be burned at midsummer. The boy who had the matches wanted the tin.</p>\n<p>Rut Hammar wrote to her sister on Kallskär every Sunday from 1919 to 1948, and the sister kept them where she kept what was dear to her: on board. There are recipes, rehearsals, the price of paint, and the first draft of <em>The Pilot’s Daughter</em>, in the margin of a letter about a cow.</p>\n<p>The library will show twenty of them in the autumn. All are being photographed; whoever can read her hand is asked to help, because she wrote, as she says herself, “as the hens walk, but with more to report”.</p>",
            "type": "article",
            "display_style": "article",
            "source": "newsroom",
            "url": null,
            "author_ids": [
              4,
              1
            ],
            "author_credit": "Tomás Ibarra, Aino Lindqvist",
            "photo_credit": null,
            "category_id": 2,
            "section_id": 3,
            "cover_url": "http://localhost:4000/files/sites/1/post-649ede34e3f9.webp",
            "cover_pos_x": 50,
            "cover_pos_y": 50,
            "tags": [
              "books",
              "history",
              "library"
            ],
            "canonical_url": null,
            "open_graph": {
              "og_title": "Rut Hammar’s letters come home",
              "og_description": "Three hundred letters, found in a boat.",
              "og_image": "http://localhost:4000/files/sites/1/post-649ede34e3f9.webp"
            },
            "article_links": [],
            "featured_articles": [],
            "cta": null,
            "alt_text": "Letters around a yellow postbox",
            "site_id": 1,
            "published_at": "2025-04-24T03:00:00Z",
            "published_at_l10n": "2025-04-24T06:00:00+03:00",
            "modified_at": null,
            "modified_at_l10n": null,
            "pinned_index": null,
            "site_pinned_index": null
          }
        }
      ],
      "cursor": "35.1.1774688400000",
      "more": true
    }
  },
  "manage.authors.list": {
    "status": 200,
    "body": {
      "authors": [
        {
          "id": 1,
          "firstname": "Aino",
          "lastname": "Lindqvist",
          "name": "Aino Lindqvist",
          "job_title": "Editor in chief",
          "about": "<p>Aino came to the Post as a summer trainee in 1998 and never quite left.</p>",
          "short_description": "Reads every comment, answers some.",
          "avatar": "http://localhost:4000/files/sites/1/author-aino-07a9f17357e3.webp",
          "links": {
            "email": "aino@harbourpost.example",
            "website": "https://harbourpost.example/aino"
          },
          "order_number": 1,
          "tags": [
            "council",
            "editorial"
          ]
        },
        {
          "id": 2,
          "firstname": "Jörgen",
          "lastname": "Åström",
          "name": "Jörgen Åström",
          "job_title": "Maritime reporter",
          "about": "<p>Jörgen writes about boats, cargo and weather, in that order.</p>",
          "short_description": "Knows the depth under every keel.",
          "avatar": "http://localhost:4000/files/sites/1/author-jorgen-ec7f054f559e.webp",
          "links": {
            "twitter": "jorgenastrom"
          },
          "order_number": 2,
          "tags": [
            "boats",
            "weather"
          ]
        }
      ],
      "meta": {
        "total_count": 6,
        "count": 2
      }
    }
  },
  "manage.authors.create": {
    "status": 201,
    "body": {
      "author": {
        "id": 7,
        "firstname": "Ida",
        "lastname": "Holm",
        "name": "Ida Holm",
        "job_title": "Photographer",
        "about": "",
        "short_description": "",
        "avatar": "",
        "links": {
          "instagram": "idaholm"
        },
        "order_number": 7,
        "tags": []
      }
    }
  },
  "manage.authors.read": {
    "status": 200,
    "body": {
      "author": {
        "id": 1,
        "firstname": "Aino",
        "lastname": "Lindqvist",
        "name": "Aino Lindqvist",
        "job_title": "Editor in chief",
        "about": "<p>Aino came to the Post as a summer trainee in 1998 and never quite left.</p>",
        "short_description": "Reads every comment, answers some.",
        "avatar": "http://localhost:4000/files/sites/1/author-aino-07a9f17357e3.webp",
        "links": {
          "email": "aino@harbourpost.example",
          "website": "https://harbourpost.example/aino"
        },
        "order_number": 1,
        "tags": [
          "council",
          "editorial"
        ]
      },
      "rendering": null
    }
  },
  "manage.authors.change": {
    "status": 200,
    "body": {
      "author": {
        "id": 6,
        "firstname": "Eero",
        "lastname": "Kallio",
        "name": "Eero Kallio",
        "job_title": "Photographer",
        "about": "<p>Eero kuvaa ja kirjoittaa, usein samalla kädellä.</p>",
        "short_description": "Gets up before the light.",
        "avatar": "http://localhost:4000/files/sites/1/author-eero-bb93a69729ad.webp",
        "links": {
          "instagram": "eerokallio",
          "pinterest": "eerokallio"
        },
        "order_number": 6,
        "tags": [
          "pictures",
          "saaristo"
        ]
      },
      "rendering": null
    }
  },
  "manage.authors.remove": {
    "status": 204
  },
  "manage.articleCategories.list": {
    "status": 200,
    "body": {
      "categories": [
        {
          "id": 1,
          "name": "News",
          "category_url": "news",
          "order_number": 1,
          "color": "#1d3557"
        },
        {
          "id": 2,
          "name": "Culture",
          "category_url": "culture",
          "order_number": 2,
          "color": "#7b4b94"
        }
      ],
      "meta": {
        "total_count": 6,
        "count": 2
      }
    }
  },
  "manage.articleCategories.create": {
    "status": 201,
    "body": {
      "category": {
        "id": 7,
        "name": "Weather",
        "category_url": "weather",
        "order_number": 7,
        "color": "#30638e"
      }
    }
  },
  "manage.articleCategories.read": {
    "status": 200,
    "body": {
      "category": {
        "id": 1,
        "name": "News",
        "category_url": "news",
        "order_number": 1,
        "color": "#1d3557"
      }
    }
  },
  "manage.articleCategories.change": {
    "status": 200,
    "body": {
      "category": {
        "id": 2,
        "name": "Culture",
        "category_url": "culture",
        "order_number": 2,
        "color": "#a4161a"
      }
    }
  },
  "manage.articleCategories.remove": {
    "status": 204
  },
  "manage.featuredItemContainers.list": {
    "status": 200,
    "body": {
      "featured_item_containers": [
        {
          "id": 3,
          "identifier": "newsletter",
          "name": "Friday letter",
          "link": "https://harbourpost.example/letter",
          "order_number": 3,
          "type_restriction": ""
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.featuredItemContainers.create": {
    "status": 201,
    "body": {
      "featured_item_container": {
        "id": 4,
        "identifier": "sidebar",
        "name": "Most read",
        "link": "",
        "order_number": 4,
        "type_restriction": "Article"
      }
    }
  },
  "manage.featuredItemContainers.read": {
    "status": 200,
    "body": {
      "featured_item_container": {
        "id": 1,
        "identifier": "front",
        "name": "Front page",
        "link": "",
        "order_number": 1,
        "type_restriction": "Article"
      }
    }
  },
  "manage.featuredItemContainers.change": {
    "status": 200,
    "body": {
      "featured_item_container": {
        "id": 2,
        "identifier": "front",
        "name": "Second row",
        "link": "",
        "order_number": 2,
        "type_restriction": "Article"
      }
    }
  },
  "manage.featuredItemContainers.remove": {
    "status": 204
  },
  "manage.featuredItemContainerArticles.list": {
    "status": 200,
    "body": {
      "articles": [
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "state": "published",
          "version": 1,
          "publish_at": null,
          "publish_problem": null,
          "deleted_at": null,
          "id": 55,
          "article_url": "kallskar-gets-its-school-back-with-four-pupils",
          "full_url": "https://harbourpost.example/outer-islands/kallskar-gets-its-school-back-with-four-pupils",
          "title": "Kallskär gets its school back, with four pupils",
          "summary": "And a teacher who also drives the bus, which is a boat.",
          "body": "<p>The bell was still there. So were the wall bars, the map with two countries that no longer exist, and in the cupboard a box of chalk, unopened, dated 2003.</p>\n<p>On Monday at nine Alma, Nils, Otso and little Freja sat down in the front row, because there is no other. They are six, seven, nine and eleven. Their teacher, Hanna Wide, came from the mainland with two suitcases and a skipper’s licence; the job asked for both.</p>\n<h2>Why now</h2>\n<p>Because of a cable. Since the spring the island has a line that holds, and with it came two families who work where their screens are. Freja’s mother draws bridges. “I have drawn eleven,” she says, “and chosen a place without one.”</p>\n<p>The timetable: reading, counting, sea. On the first day they learned the names of the rocks between the pier and the school. Otso knew most of them. “But not,” says his teacher, “how they are spelled. Nobody does. We are going to decide.”</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            5
          ],
          "author_credit": "",
          "photo_credit": null,
          "category_id": 1,
          "section_id": 4,
          "cover_url": "/files/sites/1/fog-127c9685f85f.webp",
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "tags": [
            "islands",
            "school",
            "people"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "Kallskär gets its school back, with four pupils",
            "og_description": "And a teacher who also drives the bus, which is a boat.",
            "og_image": "/files/sites/1/fog-127c9685f85f.webp"
          },
          "article_links": [],
          "featured_articles": [],
          "cta": null,
          "alt_text": "Islands in fog",
          "site_id": 1,
          "published_at": "2026-03-22T08:18:00Z",
          "published_at_l10n": "2026-03-22T10:18:00+02:00",
          "modified_at": null,
          "modified_at_l10n": null,
          "pinned_index": 0,
          "site_pinned_index": 1,
          "created_at": "2026-03-28T09:00:00Z",
          "created_by": "command line",
          "updated_at": "2026-03-28T09:00:00Z",
          "updated_by": "command line",
          "scheduled_version": null
        },
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "state": "published",
          "version": 1,
          "publish_at": null,
          "publish_problem": null,
          "deleted_at": null,
          "id": 39,
          "article_url": "council-votes-to-keep-the-ferry",
          "full_url": "https://harbourpost.example/town-and-council/council-votes-to-keep-the-ferry",
          "title": "Council votes to keep the ferry",
          "summary": "Nine votes to eight, at ten to midnight.",
          "body": "<p>The ferry stays. For how long was a question nobody wanted to put at that hour.</p>\n<p>The proposal to replace the evening departures with a taxi boat had been on the table since August. It would have saved 84,000 a year, the finance committee had reckoned, “and cost us every teenager on the outer islands”, as Councillor Ann-Sofi Berg put it, to applause that the chair asked the gallery to take outside.</p>\n<h2>How they voted</h2>\n<p>Nine for the ferry, eight against, none absent: that has not happened since the vote on the clock. The ninth vote was that of Leif Nyman, who had spoken against it for twenty minutes.</p>\n<blockquote><p>I listened to myself and was not convinced.</p></blockquote>\n<p>The money comes from the repaving of Station Street, which will keep its holes until the spring after next. There is no station there either, so that, as one councillor remarked on the stairs, nobody can say that the town breaks promises in any particular order.</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            1
          ],
          "author_credit": "",
          "photo_credit": null,
          "category_id": 1,
          "section_id": 2,
          "cover_url": "/files/sites/1/council-01a4d87df198.webp",
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "tags": [
            "council",
            "ferry",
            "budget"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "Council votes to keep the ferry",
            "og_description": "Nine votes to eight, at ten to midnight.",
            "og_image": "/files/sites/1/council-01a4d87df198.webp"
          },
          "article_links": [],
          "featured_articles": [],
          "cta": null,
          "alt_text": "Rows of coloured dots in a half circle",
          "site_id": 1,
          "published_at": "2026-02-16T12:46:00Z",
          "published_at_l10n": "2026-02-16T14:46:00+02:00",
          "modified_at": null,
          "modified_at_l10n": null,
          "pinned_index": 0,
          "site_pinned_index": null,
          "created_at": "2026-03-28T09:00:00Z",
          "created_by": "command line",
          "updated_at": "2026-03-28T09:00:00Z",
          "updated_by": "command line",
          "scheduled_version": null
        },
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "state": "published",
          "version": 1,
          "publish_at": null,
          "publish_problem": null,
          "deleted_at": null,
          "id": 42,
          "article_url": "the-herring-is-back",
          "full_url": "https://harbourpost.example/harbour-life/the-herring-is-back",
          "title": "The herring is back",
          "summary": "Three weeks late and in a hurry.",
          "body": "<p>On Tuesday the water by the east quay turned silver, and by noon there was no parking left. The herring had come in during the night, three weeks later than last year and, by the look of it, with an appointment elsewhere.</p>\n<p>“You hear it before you see it,” says Gunnel Rönn, who has sold nets from the blue shed since the days when the shed was green. “A sort of rain that falls upwards.”</p>\n<h2>Why so late</h2>\n<p>The spring was cold and the ice went out in one piece instead of many. Below it the water stayed at two degrees until the end of the month, and herring, unlike journalists, do not come to work before it is warm enough.</p>\n<ul>\n<li>First catch landed: 04:10, by the <em>Ingeborg</em></li>\n<li>Crates by nine in the morning: 212</li>\n<li>Price at the quay: 2.80 a kilo, then 2.20, then “take it”</li>\n</ul>\n<p>The first crate went, as it has since 1934, to the home for the elderly on Church Hill, where it was fried in rye flour and eaten before the photographer arrived.</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            2
          ],
          "author_credit": "",
          "photo_credit": null,
          "category_id": 3,
          "section_id": 1,
          "cover_url": "/files/sites/1/harbour-a4f061bdf3f4.webp",
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "tags": [
            "herring",
            "boats",
            "fishing"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "The herring is back",
            "og_description": "Three weeks late and in a hurry.",
            "og_image": "/files/sites/1/harbour-a4f061bdf3f4.webp"
          },
          "article_links": [],
          "featured_articles": [],
          "cta": null,
          "alt_text": "Two sailing boats before a low sun",
          "site_id": 1,
          "published_at": "2026-02-23T13:37:00Z",
          "published_at_l10n": "2026-02-23T15:37:00+02:00",
          "modified_at": null,
          "modified_at_l10n": null,
          "pinned_index": null,
          "site_pinned_index": null,
          "created_at": "2026-03-28T09:00:00Z",
          "created_by": "command line",
          "updated_at": "2026-03-28T09:00:00Z",
          "updated_by": "command line",
          "scheduled_version": null
        }
      ],
      "meta": {
        "total_count": 3,
        "count": 3
      }
    }
  },
  "manage.featuredItemContainerArticles.set": {
    "status": 200,
    "body": {
      "article_ids": [
        3,
        1,
        2
      ]
    }
  },
  "manage.pages.list": {
    "status": 200,
    "body": {
      "pages": [
        {
          "id": 5,
          "site_id": 1,
          "name": "Style guide",
          "menu_name": "Style guide",
          "url": "style-guide",
          "body": "<p>For the newsroom only.</p>",
          "summary": null,
          "meta_title": null,
          "cover_url": null,
          "show_in_menu": false,
          "visibility": "private"
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.pages.create": {
    "status": 201,
    "body": {
      "page": {
        "id": 6,
        "site_id": 1,
        "name": "Imprint",
        "menu_name": "Imprint",
        "url": "imprint",
        "body": "<p>Quay Street 4, Havsvik.</p>",
        "summary": null,
        "meta_title": null,
        "cover_url": null,
        "show_in_menu": true,
        "visibility": "public"
      }
    }
  },
  "manage.pages.read": {
    "status": 200,
    "body": {
      "page": {
        "id": 2,
        "site_id": 1,
        "name": "Corrections",
        "menu_name": "Corrections",
        "url": "corrections",
        "body": "<p>We correct mistakes where they were made, with the date and the reason.</p><ul><li>The lobster was a boot.</li><li>The heron is not called Gustav. That is the baker.</li></ul>",
        "summary": "What we got wrong.",
        "meta_title": null,
        "cover_url": null,
        "show_in_menu": true,
        "visibility": "public"
      }
    }
  },
  "manage.pages.change": {
    "status": 200,
    "body": {
      "page": {
        "id": 4,
        "site_id": 1,
        "name": "Press kit",
        "menu_name": "Press kit",
        "url": "press-kit",
        "body": "<p>Logos and pictures for those who have the address.</p>",
        "summary": null,
        "meta_title": null,
        "cover_url": null,
        "show_in_menu": true,
        "visibility": "public"
      }
    }
  },
  "manage.pages.remove": {
    "status": 204
  },
  "manage.issues.list": {
    "status": 200,
    "body": {
      "issues": [
        {
          "id": 4,
          "site_id": 1,
          "number": 4,
          "name": "In the making",
          "issue_url": "in-the-making",
          "published": false,
          "cover_url": null,
          "brand_color": null,
          "created_at": "2026-03-28T09:00:00Z",
          "updated_at": "2026-03-28T09:00:00Z",
          "published_at": null,
          "published_at_l10n": null
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.issues.create": {
    "status": 201,
    "body": {
      "issue": {
        "id": 5,
        "site_id": 1,
        "number": 5,
        "name": "First snow",
        "issue_url": "first-snow",
        "published": false,
        "cover_url": null,
        "brand_color": "#7aa0c4",
        "created_at": "2026-03-28T09:00:00Z",
        "updated_at": "2026-03-28T09:00:00Z",
        "published_at": null,
        "published_at_l10n": null
      }
    }
  },
  "manage.issues.read": {
    "status": 200,
    "body": {
      "issue": {
        "id": 1,
        "site_id": 1,
        "number": 1,
        "name": "Ice and iron",
        "issue_url": "ice-and-iron",
        "published": true,
        "cover_url": "http://localhost:4000/files/sites/1/winter-e995fd05e387.webp",
        "brand_color": "#7aa0c4",
        "created_at": "2026-03-28T09:00:00Z",
        "updated_at": "2026-03-28T09:00:00Z",
        "published_at": "2025-06-21T03:00:00Z",
        "published_at_l10n": "2025-06-21T06:00:00+03:00"
      }
    }
  },
  "manage.issues.change": {
    "status": 200,
    "body": {
      "issue": {
        "id": 4,
        "site_id": 1,
        "number": 4,
        "name": "Open water",
        "issue_url": "in-the-making",
        "published": true,
        "cover_url": null,
        "brand_color": null,
        "created_at": "2026-03-28T09:00:00Z",
        "updated_at": "2026-03-28T09:00:00Z",
        "published_at": "2026-03-28T09:00:00Z",
        "published_at_l10n": "2026-03-28T11:00:00+02:00"
      }
    }
  },
  "manage.issues.remove": {
    "status": 204
  },
  "manage.issueArticles.list": {
    "status": 200,
    "body": {
      "articles": [
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "state": "published",
          "version": 1,
          "publish_at": null,
          "publish_problem": null,
          "deleted_at": null,
          "id": 5,
          "article_url": "snow-plan-who-clears-what-and-when",
          "full_url": "https://harbourpost.example/town-and-council/snow-plan-who-clears-what-and-when",
          "title": "Snow plan: who clears what, and when",
          "summary": "Keep this page. You will look for it in January.",
          "body": "<p>The town clears in three rounds. It has always done so; what is new is that it says in which order.</p>\n<ol>\n<li><strong>Before six:</strong> the school road, the ferry ramp, the hill to the health centre.</li>\n<li><strong>Before nine:</strong> the streets with a bus, and Church Hill from both sides.</li>\n<li><strong>By evening:</strong> everything else, the cul-de-sacs in the order of the alphabet, in odd years backwards.</li>\n</ol>\n<p>Steps and gates are the owner’s. Snow may be put on one’s own ground, on the marked heaps, and by old right into the sea at the end of Net Lane, but not, as the plan says with a sigh that can be heard on paper, “into the neighbour’s”.</p>\n<p>Sand is in the red boxes. It is for walking on. The boxes are counted in April.</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            1
          ],
          "author_credit": "",
          "photo_credit": null,
          "category_id": 1,
          "section_id": 2,
          "cover_url": "/files/sites/1/winter-e995fd05e387.webp",
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "tags": [
            "winter",
            "guide",
            "town hall"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "Snow plan: who clears what, and when",
            "og_description": "Keep this page. You will look for it in January.",
            "og_image": "/files/sites/1/winter-e995fd05e387.webp"
          },
          "article_links": [],
          "featured_articles": [],
          "cta": null,
          "alt_text": "Red cottages in snow",
          "site_id": 1,
          "published_at": "2025-06-11T09:08:00Z",
          "published_at_l10n": "2025-06-11T12:08:00+03:00",
          "modified_at": null,
          "modified_at_l10n": null,
          "pinned_index": null,
          "site_pinned_index": null,
          "created_at": "2026-03-28T09:00:00Z",
          "created_by": "command line",
          "updated_at": "2026-03-28T09:00:00Z",
          "updated_by": "command line",
          "scheduled_version": null
        },
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "state": "published",
          "version": 1,
          "publish_at": null,
          "publish_problem": null,
          "deleted_at": null,
          "id": 1,
          "article_url": "rut-hammars-letters-come-home",
          "full_url": "https://harbourpost.example/stage-and-page/rut-hammars-letters-come-home",
          "title": "Rut Hammar’s letters come home",
          "summary": "Three hundred letters, found in a boat.",
          "body": "<p>They lay in a watertight tin under the floorboards of a boat that was to be burned at midsummer. The boy who had the matches wanted the tin.</p>\n<p>Rut Hammar wrote to her sister on Kallskär every Sunday from 1919 to 1948, and the sister kept them where she kept what was dear to her: on board. There are recipes, rehearsals, the price of paint, and the first draft of <em>The Pilot’s Daughter</em>, in the margin of a letter about a cow.</p>\n<p>The library will show twenty of them in the autumn. All are being photographed; whoever can read her hand is asked to help, because she wrote, as she says herself, “as the hens walk, but with more to report”.</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            4,
            1
          ],
          "author_credit": "",
          "photo_credit": null,
          "category_id": 2,
          "section_id": 3,
          "cover_url": "/files/sites/1/post-649ede34e3f9.webp",
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "tags": [
            "books",
            "history",
            "library"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "Rut Hammar’s letters come home",
            "og_description": "Three hundred letters, found in a boat.",
            "og_image": "/files/sites/1/post-649ede34e3f9.webp"
          },
          "article_links": [],
          "featured_articles": [],
          "cta": null,
          "alt_text": "Letters around a yellow postbox",
          "site_id": 1,
          "published_at": "2025-04-24T03:00:00Z",
          "published_at_l10n": "2025-04-24T06:00:00+03:00",
          "modified_at": null,
          "modified_at_l10n": null,
          "pinned_index": null,
          "site_pinned_index": null,
          "created_at": "2026-03-28T09:00:00Z",
          "created_by": "command line",
          "updated_at": "2026-03-28T09:00:00Z",
          "updated_by": "command line",
          "scheduled_version": null
        },
        {
          "uid": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21",
          "state": "published",
          "version": 1,
          "publish_at": null,
          "publish_problem": null,
          "deleted_at": null,
          "id": 2,
          "article_url": "how-to-read-the-harbours-flags",
          "full_url": "https://harbourpost.example/harbour-life/how-to-read-the-harbours-flags",
          "title": "How to read the harbour’s flags",
          "summary": "Seven that matter, and the one that means coffee.",
          "body": "<p>The mast on the harbour office speaks all day, and hardly anyone listens. A short course.</p>\n<h3>The serious ones</h3>\n<ol>\n<li><strong>Blue and white, swallow-tailed:</strong> a diver is down. Slow, and wide.</li>\n<li><strong>Red, swallow-tailed:</strong> fuel is being pumped. No smoking, no welding, no bright ideas.</li>\n<li><strong>Yellow, square:</strong> a ship from abroad has not been cleared yet.</li>\n<li><strong>A black ball:</strong> somebody lies at anchor where you meant to go.</li>\n</ol>\n<h3>The local ones</h3>\n<p>A green pennant means that the herring price has changed. A white one with a fish means that it has changed for the better, and for whom is a question of which side of the scales you stand on.</p>\n<p>And the brown square with a white ring, which puzzles every visitor? It goes up at ten and at two. It means coffee, and it is the only signal in the harbour that is obeyed by all vessels.</p>",
          "type": "article",
          "display_style": "article",
          "source": "newsroom",
          "url": null,
          "author_ids": [
            6
          ],
          "author_credit": "",
          "photo_credit": null,
          "category_id": 3,
          "section_id": 1,
          "cover_url": "/files/sites/1/column-e968c6ab65aa.webp",
          "cover_pos_x": 50,
          "cover_pos_y": 50,
          "tags": [
            "harbour",
            "guide",
            "boats"
          ],
          "canonical_url": null,
          "open_graph": {
            "og_title": "How to read the harbour’s flags",
            "og_description": "Seven that matter, and the one that means coffee.",
            "og_image": "/files/sites/1/column-e968c6ab65aa.webp"
          },
          "article_links": [],
          "featured_articles": [],
          "cta": null,
          "alt_text": "A pattern in blue, red and white",
          "site_id": 1,
          "published_at": "2025-05-21T08:17:00Z",
          "published_at_l10n": "2025-05-21T11:17:00+03:00",
          "modified_at": null,
          "modified_at_l10n": null,
          "pinned_index": null,
          "site_pinned_index": null,
          "created_at": "2026-03-28T09:00:00Z",
          "created_by": "command line",
          "updated_at": "2026-03-28T09:00:00Z",
          "updated_by": "command line",
          "scheduled_version": null
        }
      ],
      "meta": {
        "total_count": 3,
        "count": 3
      }
    }
  },
  "manage.issueArticles.set": {
    "status": 200,
    "body": {
      "article_ids": [
        1,
        2
      ]
    }
  },
  "manage.events.list": {
    "status": 200,
    "body": {
      "events": [
        {
          "id": 6,
          "site_id": 1,
          "name": "Accordions, six of forty",
          "summary": "The seventh joins by telephone.",
          "description": null,
          "start_date": "2026-03-16T16:00:00Z",
          "end_date": "2026-03-16T18:00:00Z",
          "all_day": false,
          "published_at": "2026-03-26T22:00:00Z",
          "registration_deadline": null,
          "signup": null,
          "free_admission": null,
          "tickets": "10 €",
          "cover_url": "http://localhost:4000/files/sites/1/programme-2788119eb224.webp",
          "categories": [
            "music"
          ],
          "languages": [
            "en"
          ],
          "tags": [
            "music",
            "history"
          ],
          "themes": [
            "culture",
            "history"
          ],
          "images": [
            {
              "url": "http://localhost:4000/files/sites/1/programme-2788119eb224.webp",
              "id": 6,
              "caption": "",
              "link": null
            }
          ],
          "location": {
            "id": null,
            "name": null,
            "phone": null,
            "website": null,
            "locality": null,
            "postal_code": null,
            "country_code": null,
            "street_address_primary": null,
            "street_address_secondary": null,
            "street_address_tertiary": null,
            "latitude": null,
            "longitude": null
          },
          "organizer": {
            "id": 6,
            "name": "Havsvik Museum"
          }
        }
      ],
      "meta": {
        "total_count": 9,
        "count": 1
      }
    }
  },
  "manage.events.create": {
    "status": 201,
    "body": {
      "event": {
        "id": 10,
        "site_id": 1,
        "name": "Net mending",
        "summary": "Bring a net, or a friend who has one.",
        "description": null,
        "start_date": "2027-05-08T07:00:00Z",
        "end_date": "2027-05-08T11:00:00Z",
        "all_day": false,
        "published_at": null,
        "registration_deadline": null,
        "signup": null,
        "free_admission": true,
        "tickets": null,
        "cover_url": null,
        "categories": [
          "workshop"
        ],
        "languages": [],
        "tags": [],
        "themes": [],
        "images": [],
        "location": {
          "id": 5,
          "name": "Blue shed",
          "phone": null,
          "website": null,
          "locality": "Havsvik",
          "postal_code": null,
          "country_code": "FI",
          "street_address_primary": null,
          "street_address_secondary": null,
          "street_address_tertiary": null,
          "latitude": null,
          "longitude": null
        },
        "organizer": {
          "id": null,
          "name": null
        }
      }
    }
  },
  "manage.events.read": {
    "status": 200,
    "body": {
      "event": {
        "id": 1,
        "site_id": 1,
        "name": "Herring market",
        "summary": "Three days of fish, bread and argument about both.",
        "description": "<p>Boats from the whole archipelago, stalls along the east quay.</p>",
        "start_date": "2026-03-27T22:00:00Z",
        "end_date": "2026-03-29T21:00:00Z",
        "all_day": true,
        "published_at": "2026-03-26T22:00:00Z",
        "registration_deadline": null,
        "signup": null,
        "free_admission": true,
        "tickets": null,
        "cover_url": "http://localhost:4000/files/sites/1/market-72e571033147.webp",
        "categories": [
          "market"
        ],
        "languages": [
          "fi",
          "sv"
        ],
        "tags": [
          "herring"
        ],
        "themes": [
          "food",
          "sea"
        ],
        "images": [
          {
            "url": "http://localhost:4000/files/sites/1/market-72e571033147.webp",
            "id": 1,
            "caption": "",
            "link": null
          }
        ],
        "location": {
          "id": 1,
          "name": "East quay",
          "phone": null,
          "website": null,
          "locality": "Havsvik",
          "postal_code": "21999",
          "country_code": "FI",
          "street_address_primary": "East Quay 1",
          "street_address_secondary": null,
          "street_address_tertiary": null,
          "latitude": "60.1024",
          "longitude": "21.4711"
        },
        "organizer": {
          "id": 1,
          "name": "Havsvik Market Board"
        }
      }
    }
  },
  "manage.events.change": {
    "status": 200,
    "body": {
      "event": {
        "id": 2,
        "site_id": 1,
        "name": "Reading night at the old library",
        "summary": "Six writers, one lamp.",
        "description": null,
        "start_date": "2026-03-30T15:00:00Z",
        "end_date": "2026-03-30T18:30:00Z",
        "all_day": false,
        "published_at": "2026-03-26T22:00:00Z",
        "registration_deadline": null,
        "signup": null,
        "free_admission": false,
        "tickets": "10 € at the door",
        "cover_url": "http://localhost:4000/files/sites/1/library-b1cdc71d80e8.webp",
        "categories": [
          "literature"
        ],
        "languages": [
          "en",
          "fi"
        ],
        "tags": [
          "books"
        ],
        "themes": [
          "culture"
        ],
        "images": [
          {
            "url": "http://localhost:4000/files/sites/1/library-b1cdc71d80e8.webp",
            "id": 2,
            "caption": "",
            "link": null
          }
        ],
        "location": {
          "id": 2,
          "name": "Old library",
          "phone": "+358 2 000 0000",
          "website": null,
          "locality": "Havsvik",
          "postal_code": null,
          "country_code": "FI",
          "street_address_primary": "Church Hill 2",
          "street_address_secondary": null,
          "street_address_tertiary": null,
          "latitude": null,
          "longitude": null
        },
        "organizer": {
          "id": 2,
          "name": "Friends of the Library"
        }
      }
    }
  },
  "manage.events.remove": {
    "status": 204
  },
  "manage.media.list": {
    "status": 200,
    "body": {
      "media_items": [
        {
          "id": 33,
          "site_id": 1,
          "url": "http://localhost:4000/files/sites/1/winter-e995fd05e387.webp",
          "path": "/files/sites/1/winter-e995fd05e387.webp",
          "type": "image",
          "mime": "image/webp",
          "size": 8206,
          "width": 1200,
          "height": 800,
          "pages": 1,
          "thumbhash": "lYcEBQD4l3eIeHh4iIiIeIh3d3d3",
          "color": "#5a7d8c",
          "title": "winter",
          "alt_text": null,
          "credit": null,
          "caption": "",
          "focal_x": 50,
          "focal_y": 50,
          "origin": "upload",
          "source_url": null,
          "created_by": "command line",
          "created_at": "2026-03-28T09:00:00Z"
        },
        {
          "id": 32,
          "site_id": 1,
          "url": "http://localhost:4000/files/sites/1/town-3ad70bd3de2d.webp",
          "path": "/files/sites/1/town-3ad70bd3de2d.webp",
          "type": "image",
          "mime": "image/webp",
          "size": 12876,
          "width": 1200,
          "height": 800,
          "pages": 1,
          "thumbhash": "lYcEBQD4l3eIeHh4iIiIeIh3d3d3",
          "color": "#5a7d8c",
          "title": "town",
          "alt_text": null,
          "credit": null,
          "caption": "",
          "focal_x": 50,
          "focal_y": 50,
          "origin": "upload",
          "source_url": null,
          "created_by": "command line",
          "created_at": "2026-03-28T09:00:00Z"
        }
      ],
      "meta": {
        "total_count": 33,
        "count": 2
      }
    }
  },
  "manage.media.create": {
    "status": 201,
    "body": {
      "media_item": {
        "id": 34,
        "site_id": 1,
        "url": "http://localhost:4000/files/sites/1/pixel-eaa4a94ea300.png",
        "path": "/files/sites/1/pixel-eaa4a94ea300.png",
        "type": "image",
        "mime": "image/png",
        "size": 67,
        "width": 1,
        "height": 1,
        "pages": 1,
        "thumbhash": "lYcEBQD4l3eIeHh4iIiIeIh3d3d3",
        "color": "#5a7d8c",
        "title": "pixel",
        "alt_text": "A grey pixel",
        "credit": null,
        "caption": "",
        "focal_x": 50,
        "focal_y": 50,
        "origin": "upload",
        "source_url": null,
        "created_by": "admin token",
        "created_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.media.read": {
    "status": 200,
    "body": {
      "media_item": {
        "id": 1,
        "site_id": 1,
        "url": "http://localhost:4000/files/sites/1/aurora-67df8e87c8e5.webp",
        "path": "/files/sites/1/aurora-67df8e87c8e5.webp",
        "type": "image",
        "mime": "image/webp",
        "size": 12732,
        "width": 1200,
        "height": 800,
        "pages": 1,
        "thumbhash": "lYcEBQD4l3eIeHh4iIiIeIh3d3d3",
        "color": "#5a7d8c",
        "title": "aurora",
        "alt_text": null,
        "credit": null,
        "caption": "",
        "focal_x": 50,
        "focal_y": 50,
        "origin": "upload",
        "source_url": null,
        "created_by": "command line",
        "created_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.media.change": {
    "status": 200,
    "body": {
      "media_item": {
        "id": 1,
        "site_id": 1,
        "url": "http://localhost:4000/files/sites/1/aurora-67df8e87c8e5~70x40.webp",
        "path": "/files/sites/1/aurora-67df8e87c8e5.webp",
        "type": "image",
        "mime": "image/webp",
        "size": 12732,
        "width": 1200,
        "height": 800,
        "pages": 1,
        "thumbhash": "lYcEBQD4l3eIeHh4iIiIeIh3d3d3",
        "color": "#5a7d8c",
        "title": "aurora",
        "alt_text": "The harbour at dusk",
        "credit": "Ida Holm",
        "caption": "",
        "focal_x": 70,
        "focal_y": 40,
        "origin": "upload",
        "source_url": null,
        "created_by": "command line",
        "created_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.media.replaceFile": {
    "status": 200,
    "body": {
      "media_item": {
        "id": 34,
        "site_id": 1,
        "url": "http://localhost:4000/files/sites/1/dark-4a5aa3d8002c.png",
        "path": "/files/sites/1/dark-4a5aa3d8002c.png",
        "type": "image",
        "mime": "image/png",
        "size": 90,
        "width": 1,
        "height": 1,
        "pages": 1,
        "thumbhash": "lYcEBQD4l3eIeHh4iIiIeIh3d3d3",
        "color": "#5a7d8c",
        "title": "pixel",
        "alt_text": "A grey pixel",
        "credit": null,
        "caption": "",
        "focal_x": 50,
        "focal_y": 50,
        "origin": "upload",
        "source_url": null,
        "created_by": "admin token",
        "created_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.media.remove": {
    "status": 204
  },
  "manage.media.uses": {
    "status": 200,
    "body": {
      "uses": [
        {
          "owner": "article",
          "owner_id": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21"
        },
        {
          "owner": "article",
          "owner_id": "0195dc34-6a40-7c41-9d1b-3a6f0e5b7c21"
        }
      ],
      "meta": {
        "total_count": 4,
        "count": 4
      }
    },
    "note": "`uses` shows 2 of 4 items."
  },
  "manage.webhooks.list": {
    "status": 200,
    "body": {
      "webhooks": [
        {
          "id": 1,
          "site_id": 1,
          "url": "https://example.com/hooks/articles",
          "section_id": null,
          "actions": [
            "publish",
            "update",
            "unpublish"
          ],
          "active": false,
          "pause_reason": "person",
          "paused_at": "2026-03-28T09:00:00Z",
          "signature_encoding": "hex",
          "extra_headers": true,
          "secret_state": {
            "is_staged": false,
            "promoted_at": "2026-03-28T09:00:00Z",
            "previous_until": "2026-03-29T09:00:00Z"
          },
          "health": {
            "breaker": "closed",
            "next_probe_at": null,
            "pending": 1,
            "oldest_pending_at": "2026-03-28T09:00:00Z",
            "tries_since_success": 0,
            "failing_since": null,
            "last_success_at": null,
            "last_failure_at": null,
            "last_failure": null
          },
          "notice": null,
          "notice_at": null,
          "warnings": [],
          "created_at": "2026-03-28T09:00:00Z",
          "updated_at": "2026-03-28T09:00:00Z"
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.webhooks.create": {
    "status": 201,
    "body": {
      "webhook": {
        "id": 1,
        "site_id": 1,
        "url": "https://example.com/hooks/articles",
        "section_id": null,
        "actions": [
          "publish",
          "update",
          "unpublish"
        ],
        "active": true,
        "pause_reason": null,
        "paused_at": null,
        "signature_encoding": "hex",
        "extra_headers": true,
        "secret_state": {
          "is_staged": false,
          "promoted_at": null,
          "previous_until": null
        },
        "health": {
          "breaker": "closed",
          "next_probe_at": null,
          "pending": 0,
          "oldest_pending_at": null,
          "tries_since_success": 0,
          "failing_since": null,
          "last_success_at": null,
          "last_failure_at": null,
          "last_failure": null
        },
        "notice": null,
        "notice_at": null,
        "warnings": [],
        "created_at": "2026-03-28T09:00:00Z",
        "updated_at": "2026-03-28T09:00:00Z",
        "secret": "whsec_Zm9nIHVudGlsIG5vb24gYW5kIHRoZW4gc29tZSBzdW4="
      }
    }
  },
  "manage.webhooks.read": {
    "status": 200,
    "body": {
      "webhook": {
        "id": 1,
        "site_id": 1,
        "url": "https://example.com/hooks/articles",
        "section_id": null,
        "actions": [
          "publish",
          "update",
          "unpublish"
        ],
        "active": false,
        "pause_reason": "person",
        "paused_at": "2026-03-28T09:00:00Z",
        "signature_encoding": "hex",
        "extra_headers": true,
        "secret_state": {
          "is_staged": false,
          "promoted_at": "2026-03-28T09:00:00Z",
          "previous_until": "2026-03-29T09:00:00Z"
        },
        "health": {
          "breaker": "closed",
          "next_probe_at": null,
          "pending": 1,
          "oldest_pending_at": "2026-03-28T09:00:00Z",
          "tries_since_success": 0,
          "failing_since": null,
          "last_success_at": null,
          "last_failure_at": null,
          "last_failure": null
        },
        "notice": null,
        "notice_at": null,
        "warnings": [],
        "created_at": "2026-03-28T09:00:00Z",
        "updated_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.webhooks.change": {
    "status": 200,
    "body": {
      "webhook": {
        "id": 1,
        "site_id": 1,
        "url": "https://example.com/hooks/articles",
        "section_id": null,
        "actions": [
          "publish",
          "update",
          "unpublish"
        ],
        "active": false,
        "pause_reason": "person",
        "paused_at": "2026-03-28T09:00:00Z",
        "signature_encoding": "hex",
        "extra_headers": true,
        "secret_state": {
          "is_staged": false,
          "promoted_at": null,
          "previous_until": null
        },
        "health": {
          "breaker": "closed",
          "next_probe_at": null,
          "pending": 1,
          "oldest_pending_at": "2026-03-28T09:00:00Z",
          "tries_since_success": 0,
          "failing_since": null,
          "last_success_at": null,
          "last_failure_at": null,
          "last_failure": null
        },
        "notice": null,
        "notice_at": null,
        "warnings": [],
        "created_at": "2026-03-28T09:00:00Z",
        "updated_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.webhooks.remove": {
    "status": 204
  },
  "manage.webhooks.stageSecret": {
    "status": 201,
    "body": {
      "secret": "whsec_Zm9nIHVudGlsIG5vb24gYW5kIHRoZW4gc29tZSBzdW4=",
      "state": "staged"
    }
  },
  "manage.webhooks.promoteSecret": {
    "status": 200,
    "body": {
      "webhook": {
        "id": 1,
        "site_id": 1,
        "url": "https://example.com/hooks/articles",
        "section_id": null,
        "actions": [
          "publish",
          "update",
          "unpublish"
        ],
        "active": false,
        "pause_reason": "person",
        "paused_at": "2026-03-28T09:00:00Z",
        "signature_encoding": "hex",
        "extra_headers": true,
        "secret_state": {
          "is_staged": false,
          "promoted_at": "2026-03-28T09:00:00Z",
          "previous_until": "2026-03-29T09:00:00Z"
        },
        "health": {
          "breaker": "closed",
          "next_probe_at": null,
          "pending": 1,
          "oldest_pending_at": "2026-03-28T09:00:00Z",
          "tries_since_success": 0,
          "failing_since": null,
          "last_success_at": null,
          "last_failure_at": null,
          "last_failure": null
        },
        "notice": null,
        "notice_at": null,
        "warnings": [],
        "created_at": "2026-03-28T09:00:00Z",
        "updated_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.webhooks.retireSecret": {
    "status": 204
  },
  "manage.webhooks.deliveries": {
    "status": 200,
    "body": {
      "deliveries": [
        {
          "id": 1,
          "article_id": 2,
          "version": 131,
          "action": "update",
          "state": "pending",
          "attempts": 0,
          "created_at": "2026-03-28T09:00:00Z",
          "delivered_at": null,
          "last_status": null,
          "superseded_by": null,
          "is_test": false
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.webhooks.delivery": {
    "status": 200,
    "body": {
      "delivery": {
        "id": 1,
        "article_id": 2,
        "version": 131,
        "action": "update",
        "state": "pending",
        "attempts": 0,
        "created_at": "2026-03-28T09:00:00Z",
        "delivered_at": null,
        "last_status": null,
        "superseded_by": null,
        "is_test": false,
        "attempt_log": []
      }
    }
  },
  "manage.webhooks.payload": {
    "status": 200,
    "body": {
      "payload": {
        "body": "{\"action\":\"update\",\"article\":{\"id\":2,\"article_url\":\"how-to-read-the-harbours-flags\",\"author\":\"Eero Kallio\",\"body\":\"<p>The mast on the harbour office speaks all day, and hardly anyone listens. A short course.</p>\\n<h3>The serious ones</h3>\\n<ol>\\n<li><strong>Blue and white, swallow-tailed:</strong> a diver is down. Slow, and wide.</li>\\n<li><strong>Red, swallow-tailed:</strong> fuel is being pumped. No smoking, no welding, no bright ideas.</li>\\n<li><strong>Yellow, square:</strong> a ship from abroad has not been cleared yet.</li>\\n<li><strong>A black ball:</strong> somebody lies at anchor where you meant to go.</li>\\n</ol>\\n<h3>The local ones</h3>\\n<p>A green pennant means that the herring price has changed. A white one with a fish means that it has changed for the better, and for whom is a question of which side of the scales you stand on.</p>\\n<p>And the brown square with a white ring, which puzzles every visitor? It goes up at ten and at two. It means coffee, and it is the only signal in the harbour that is obeyed by all vessels.</p>\",\"cover_pos_x\":50,\"cover_pos_y\":50,\"cover_url\":\"http://localhost:4000/files/sites/1/column-e968c6ab65aa.webp\",\"display_style\":\"article\",\"pinned_index\":null,\"order_number\":1,\"published_at\":\"2025-05-21T08:17:00Z\",\"published_at_l10n\":\"2025-05-21T11:17:00+03:00\",\"section_id\":1,\"site_id\":1,\"site_pinned_index\":null,\"site_order_number\":2,\"source_url\":null,\"summary\":\"Brown square, white ring: coffee.\",\"tags\":[\"harbour\",\"flags\"],\"title\":\"How to read the harbour’s flags\",\"type\":\"article\",\"url\":\"https://harbourpost.example/harbour-life/how-to-read-the-harbours-flags\",\"attachments\":{}}}",
        "headers": null,
        "sent_at": null
      }
    }
  },
  "manage.webhooks.test": {
    "status": 202,
    "body": {
      "delivery": {
        "id": 2,
        "article_id": 0,
        "version": 0,
        "action": "publish",
        "state": "pending",
        "attempts": 0,
        "created_at": "2026-03-28T09:00:00Z",
        "delivered_at": null,
        "last_status": null,
        "superseded_by": null,
        "is_test": true
      }
    }
  },
  "manage.webhooks.redeliver": {
    "status": 202,
    "body": {
      "delivery": {
        "id": 1,
        "article_id": 2,
        "version": 131,
        "action": "update",
        "state": "pending",
        "attempts": 0,
        "created_at": "2026-03-28T09:00:00Z",
        "delivered_at": null,
        "last_status": null,
        "superseded_by": null,
        "is_test": false
      }
    }
  },
  "manage.webhooks.replay": {
    "status": 202,
    "body": {
      "replay": {
        "since": "2026-01-01T00:00:00Z",
        "until": "2026-03-28T09:00:00Z",
        "only": "failed",
        "events": 0
      }
    }
  },
  "manage.campaigns.list": {
    "status": 200,
    "body": {
      "campaigns": [
        {
          "id": 1,
          "name": "Summer at sea",
          "last_update_at": "2026-03-28T09:00:00.000Z",
          "update_enabled": true,
          "disabled_by_user": false,
          "service_section_id": null,
          "service_site_id": 1,
          "facebook_access_token_expired": false,
          "facebook_api_token_expired": false,
          "facebook_password_changed": false,
          "instagram_access_token_invalid": false,
          "twitter_access_token_invalid": false,
          "twitter_spam_protection_triggered": false,
          "being_deleted": false,
          "section_deleted": false,
          "old_articles_fetched": false,
          "instagram_items_exist": true,
          "twitter_items_exist": true,
          "facebook_items_exist": true,
          "linkedin_items_exist": true,
          "facebook_connected": true,
          "instagram_connected": false,
          "twitter_connected": true,
          "is_initiated": true
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.campaigns.create": {
    "status": 201,
    "body": {
      "campaign": {
        "id": 2,
        "name": "Autumn in the harbour",
        "last_update_at": "2026-03-28T09:00:00.000Z",
        "update_enabled": true,
        "disabled_by_user": false,
        "service_section_id": null,
        "service_site_id": 1,
        "facebook_access_token_expired": false,
        "facebook_api_token_expired": false,
        "facebook_password_changed": false,
        "instagram_access_token_invalid": false,
        "twitter_access_token_invalid": false,
        "twitter_spam_protection_triggered": false,
        "being_deleted": false,
        "section_deleted": false,
        "old_articles_fetched": false,
        "instagram_items_exist": false,
        "twitter_items_exist": false,
        "facebook_items_exist": false,
        "linkedin_items_exist": false,
        "facebook_connected": false,
        "instagram_connected": false,
        "twitter_connected": false,
        "is_initiated": true
      }
    }
  },
  "manage.campaigns.read": {
    "status": 200,
    "body": {
      "campaign": {
        "id": 1,
        "name": "Summer at sea",
        "last_update_at": "2026-03-28T09:00:00.000Z",
        "update_enabled": true,
        "disabled_by_user": false,
        "service_section_id": null,
        "service_site_id": 1,
        "facebook_access_token_expired": false,
        "facebook_api_token_expired": false,
        "facebook_password_changed": false,
        "instagram_access_token_invalid": false,
        "twitter_access_token_invalid": false,
        "twitter_spam_protection_triggered": false,
        "being_deleted": false,
        "section_deleted": false,
        "old_articles_fetched": false,
        "instagram_items_exist": true,
        "twitter_items_exist": true,
        "facebook_items_exist": true,
        "linkedin_items_exist": true,
        "facebook_connected": true,
        "instagram_connected": false,
        "twitter_connected": true,
        "is_initiated": true
      }
    }
  },
  "manage.campaigns.change": {
    "status": 200,
    "body": {
      "campaign": {
        "id": 1,
        "name": "Summer at sea",
        "last_update_at": "2026-03-28T09:00:00.000Z",
        "update_enabled": true,
        "disabled_by_user": false,
        "service_section_id": null,
        "service_site_id": 1,
        "facebook_access_token_expired": false,
        "facebook_api_token_expired": false,
        "facebook_password_changed": false,
        "instagram_access_token_invalid": false,
        "twitter_access_token_invalid": false,
        "twitter_spam_protection_triggered": false,
        "being_deleted": false,
        "section_deleted": false,
        "old_articles_fetched": false,
        "instagram_items_exist": true,
        "twitter_items_exist": true,
        "facebook_items_exist": true,
        "linkedin_items_exist": true,
        "facebook_connected": true,
        "instagram_connected": true,
        "twitter_connected": true,
        "is_initiated": true
      }
    }
  },
  "manage.campaigns.remove": {
    "status": 204
  },
  "manage.campaignEntries.write": {
    "status": 200,
    "body": {
      "created": 1,
      "updated": 0,
      "unchanged": 0,
      "refused": 0,
      "errors": []
    }
  },
  "manage.campaignEntries.remove": {
    "status": 204
  },
  "manage.campaignEntries.removeMany": {
    "status": 200,
    "body": {
      "deleted": 0,
      "missing": 1,
      "refused": 0,
      "errors": []
    }
  },
  "manage.audit.list": {
    "status": 200,
    "body": {
      "entries": [
        {
          "id": 4711,
          "at": "2026-03-28T09:00:00Z",
          "actor_kind": "admin token",
          "actor_id": null,
          "actor_name": null,
          "address": "127.0.0.1",
          "request_id": "0f3c5a7e9b1d2c4e-1f",
          "site_ids": [
            2
          ],
          "all_sites": false,
          "action": "create",
          "noun": "site",
          "noun_id": "2",
          "title": "Lighthouse Weekly",
          "before": null,
          "after": {
            "url": "https://lighthouse.example",
            "name": "Lighthouse Weekly",
            "locale": "en",
            "time_zone": "Europe/Helsinki",
            "voting_enabled": false,
            "api_key_required": false,
            "cache_remote_images": false
          },
          "counts": null
        }
      ],
      "cursor": "4711",
      "more": false
    }
  },
  "manage.activity.list": {
    "status": 200,
    "body": {
      "entries": [
        {
          "id": 4711,
          "at": "2026-03-28T09:00:00Z",
          "actor_kind": "command line",
          "actor_id": null,
          "actor_name": null,
          "action": "fill_demo",
          "noun": "installation",
          "noun_id": null,
          "title": null,
          "state": null,
          "counts": {
            "article.create": 62,
            "section.create": 8
          }
        }
      ],
      "cursor": "WyJ1cGRhdGVkIiwiMjAyNi0wMy0yOFQwOTowMDowMFoiXQ",
      "more": false
    }
  },
  "manage.apiKeys.list": {
    "status": 200,
    "body": {
      "api_keys": [
        {
          "id": 1,
          "name": "Website",
          "scopes": [
            "content:read"
          ],
          "site_ids": [
            1
          ],
          "expires_at": null,
          "last_used_at": null,
          "created_at": "2026-03-28T09:00:00Z"
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.apiKeys.create": {
    "status": 201,
    "body": {
      "api_key": {
        "id": 1,
        "name": "Website",
        "scopes": [
          "content:read"
        ],
        "site_ids": [
          1
        ],
        "expires_at": null,
        "last_used_at": null,
        "created_at": "2026-03-28T09:00:00Z",
        "key": "mh_Zm9nIHVudGlsIG5vb24gYW5kIHRoZW4gc29tZQ"
      }
    }
  },
  "manage.apiKeys.read": {
    "status": 200,
    "body": {
      "api_key": {
        "id": 1,
        "name": "Website",
        "scopes": [
          "content:read"
        ],
        "site_ids": [
          1
        ],
        "expires_at": null,
        "last_used_at": null,
        "created_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.apiKeys.remove": {
    "status": 204
  },
  "manage.setup.read": {
    "status": 200,
    "body": {
      "setup": {
        "is_open": true
      }
    }
  },
  "manage.setup.create": {
    "status": 201,
    "body": {
      "person": {
        "id": 1,
        "name": "Ida Holm",
        "email": "ida@example.com",
        "language": "en",
        "theme": "system",
        "shortcuts": true,
        "roles": [
          {
            "site_id": null,
            "role": "owner",
            "site_name": null
          }
        ]
      }
    }
  },
  "manage.sessions.ways": {
    "status": 200,
    "body": {
      "sign_in": {
        "password": true,
        "passkey": true,
        "oidc": {
          "name": "Example login"
        }
      }
    }
  },
  "manage.sessions.create": {
    "status": 201,
    "body": {
      "person": {
        "id": 1,
        "name": "Ida Holm",
        "email": "ida@example.com",
        "language": "en",
        "theme": "system",
        "shortcuts": true,
        "roles": [
          {
            "site_id": null,
            "role": "owner",
            "site_name": null
          }
        ]
      }
    }
  },
  "manage.sessions.passkeyOptions": {
    "status": 201,
    "body": {
      "passkey_options": {
        "challenge": "4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw",
        "rpId": "localhost",
        "timeout": 300000,
        "userVerification": "required",
        "allowCredentials": []
      }
    }
  },
  "manage.sessions.signInWithPasskey": {
    "status": 201,
    "body": {
      "person": {
        "id": 1,
        "name": "Ida Holm",
        "email": "ida@example.com",
        "language": "fi",
        "theme": "dark",
        "shortcuts": true,
        "roles": [
          {
            "site_id": null,
            "role": "owner",
            "site_name": null
          }
        ]
      }
    }
  },
  "manage.sessions.list": {
    "status": 200,
    "body": {
      "sessions": [
        {
          "id": 2,
          "is_current": true,
          "created_at": "2026-03-28T09:00:00Z",
          "last_seen_at": "2026-03-28T09:00:00Z",
          "address": "127.0.0.1",
          "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0"
        },
        {
          "id": 1,
          "is_current": false,
          "created_at": "2026-03-28T09:00:00Z",
          "last_seen_at": "2026-03-28T09:00:00Z",
          "address": "127.0.0.1",
          "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0"
        }
      ]
    }
  },
  "manage.sessions.confirm": {
    "status": 200,
    "body": {
      "session": {
        "id": 2,
        "is_current": true,
        "created_at": "2026-03-28T09:00:00Z",
        "last_seen_at": "2026-03-28T09:00:00Z",
        "address": "127.0.0.1",
        "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0"
      }
    }
  },
  "manage.sessions.confirmOptions": {
    "status": 201,
    "body": {
      "passkey_options": {
        "challenge": "4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw",
        "rpId": "localhost",
        "timeout": 300000,
        "userVerification": "required",
        "allowCredentials": []
      }
    }
  },
  "manage.sessions.signOut": {
    "status": 204
  },
  "manage.sessions.remove": {
    "status": 204
  },
  "manage.sessions.removeAll": {
    "status": 204
  },
  "manage.me.read": {
    "status": 200,
    "body": {
      "person": {
        "id": 1,
        "name": "Ida Holm",
        "email": "ida@example.com",
        "language": "fi",
        "theme": "dark",
        "shortcuts": true,
        "roles": [
          {
            "site_id": null,
            "role": "owner",
            "site_name": null
          }
        ]
      }
    }
  },
  "manage.me.change": {
    "status": 200,
    "body": {
      "person": {
        "id": 1,
        "name": "Ida Holm",
        "email": "ida@example.com",
        "language": "fi",
        "theme": "dark",
        "shortcuts": true,
        "roles": [
          {
            "site_id": null,
            "role": "owner",
            "site_name": null
          }
        ]
      }
    }
  },
  "manage.me.setPassword": {
    "status": 200,
    "body": {
      "person": {
        "id": 1,
        "name": "Ida Holm",
        "email": "ida@example.com",
        "language": "fi",
        "theme": "dark",
        "shortcuts": true,
        "roles": [
          {
            "site_id": null,
            "role": "owner",
            "site_name": null
          }
        ]
      }
    }
  },
  "manage.identities.signIn": {
    "status": 201,
    "body": {
      "authorization": {
        "url": "https://login.example.com/authorize?client_id=masthead&state=…"
      }
    }
  },
  "manage.identities.callback": {
    "status": 302,
    "location": "http://localhost:4000/?sign_in_error=expired"
  },
  "manage.identities.list": {
    "status": 200,
    "body": {
      "identities": [
        {
          "id": 1,
          "issuer": "https://login.example.com",
          "email": "ida@example.com",
          "created_at": "2026-03-28T09:00:00Z",
          "last_used_at": null
        }
      ]
    }
  },
  "manage.identities.link": {
    "status": 201,
    "body": {
      "authorization": {
        "url": "https://login.example.com/authorize?client_id=masthead&state=…"
      }
    }
  },
  "manage.identities.confirm": {
    "status": 201,
    "body": {
      "authorization": {
        "url": "https://login.example.com/authorize?client_id=masthead&state=…"
      }
    }
  },
  "manage.identities.remove": {
    "status": 204
  },
  "manage.passkeys.list": {
    "status": 200,
    "body": {
      "passkeys": [
        {
          "id": 1,
          "name": "Work laptop",
          "host": "localhost",
          "is_synced": false,
          "is_copied": false,
          "created_at": "2026-03-28T09:00:00Z",
          "last_used_at": "2026-03-28T09:00:00Z"
        }
      ]
    }
  },
  "manage.passkeys.options": {
    "status": 201,
    "body": {
      "passkey_options": {
        "challenge": "4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw",
        "rp": {
          "id": "localhost",
          "name": "Masthead"
        },
        "user": {
          "id": "pQ8mVd3kY7xZr1Tn6Wb0Lc9Hs2Jf5Gu4AeXoIyKtRvM",
          "name": "ida@example.com",
          "displayName": "Ida Holm"
        },
        "pubKeyCredParams": [
          {
            "type": "public-key",
            "alg": -8
          },
          {
            "type": "public-key",
            "alg": -7
          },
          {
            "type": "public-key",
            "alg": -257
          }
        ],
        "timeout": 300000,
        "attestation": "none",
        "excludeCredentials": [],
        "authenticatorSelection": {
          "residentKey": "required",
          "requireResidentKey": true,
          "userVerification": "required"
        }
      }
    }
  },
  "manage.passkeys.add": {
    "status": 201,
    "body": {
      "passkey": {
        "id": 1,
        "name": "Work laptop",
        "host": "localhost",
        "is_synced": false,
        "is_copied": false,
        "created_at": "2026-03-28T09:00:00Z",
        "last_used_at": null
      }
    }
  },
  "manage.passkeys.rename": {
    "status": 200,
    "body": {
      "passkey": {
        "id": 1,
        "name": "Work laptop",
        "host": "localhost",
        "is_synced": false,
        "is_copied": false,
        "created_at": "2026-03-28T09:00:00Z",
        "last_used_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.passkeys.remove": {
    "status": 204
  },
  "manage.people.list": {
    "status": 200,
    "body": {
      "people": [
        {
          "id": 1,
          "name": "Ida Holm",
          "email": "ida@example.com",
          "roles": [
            {
              "site_id": null,
              "role": "owner"
            }
          ],
          "is_demo": false,
          "created_at": "2026-03-28T09:00:00Z",
          "last_seen_at": "2026-03-28T09:00:00Z"
        },
        {
          "id": 2,
          "name": "Nora Berg",
          "email": "nora@example.com",
          "roles": [
            {
              "site_id": 1,
              "role": "editor"
            }
          ],
          "is_demo": false,
          "created_at": "2026-03-28T09:00:00Z",
          "last_seen_at": "2026-03-28T09:00:00Z"
        }
      ],
      "meta": {
        "total_count": 2,
        "count": 2
      }
    }
  },
  "manage.people.read": {
    "status": 200,
    "body": {
      "person": {
        "id": 1,
        "name": "Ida Holm",
        "email": "ida@example.com",
        "roles": [
          {
            "site_id": null,
            "role": "owner"
          }
        ],
        "is_demo": false,
        "created_at": "2026-03-28T09:00:00Z",
        "last_seen_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.people.change": {
    "status": 200,
    "body": {
      "person": {
        "id": 2,
        "name": "Nora Berg",
        "email": "nora@example.com",
        "roles": [
          {
            "site_id": 1,
            "role": "editor"
          }
        ],
        "is_demo": false,
        "created_at": "2026-03-28T09:00:00Z",
        "last_seen_at": "2026-03-28T09:00:00Z"
      }
    }
  },
  "manage.people.remove": {
    "status": 204
  },
  "manage.people.resetPassword": {
    "status": 201,
    "body": {
      "password_reset": {
        "token": "4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw",
        "expires_at": "2026-04-04T09:00:00Z"
      }
    }
  },
  "manage.invitations.list": {
    "status": 200,
    "body": {
      "invitations": [
        {
          "id": 1,
          "email": "olli@example.com",
          "roles": [
            {
              "site_id": 1,
              "role": "author"
            }
          ],
          "created_by": "admin token",
          "created_at": "2026-03-28T09:00:00Z",
          "expires_at": "2026-04-04T09:00:00Z"
        }
      ],
      "meta": {
        "total_count": 1,
        "count": 1
      }
    }
  },
  "manage.invitations.create": {
    "status": 201,
    "body": {
      "invitation": {
        "id": 1,
        "email": "olli@example.com",
        "roles": [
          {
            "site_id": 1,
            "role": "author"
          }
        ],
        "created_by": "admin token",
        "created_at": "2026-03-28T09:00:00Z",
        "expires_at": "2026-04-04T09:00:00Z",
        "token": "4vJ9sWk2Zr0Yx7cQn1TbLh6GdEu3MfAo8RiPqV5yXtw"
      }
    }
  },
  "manage.invitations.remove": {
    "status": 204
  },
  "manage.invitations.read": {
    "status": 200,
    "body": {
      "invitation": {
        "email": "nora@example.com",
        "roles": [
          {
            "site_id": 1,
            "role": "author"
          }
        ],
        "expires_at": "2026-04-04T09:00:00Z",
        "has_account": true
      }
    }
  },
  "manage.invitations.accept": {
    "status": 201,
    "body": {
      "person": {
        "id": 2,
        "name": "Nora Berg",
        "email": "nora@example.com",
        "language": "en",
        "theme": "system",
        "shortcuts": true,
        "roles": [
          {
            "site_id": 1,
            "role": "author",
            "site_name": "Harbour Post"
          }
        ]
      }
    }
  },
  "manage.passwordResets.read": {
    "status": 200,
    "body": {
      "password_reset": {
        "email": "nora@example.com",
        "expires_at": "2026-04-04T09:00:00Z"
      }
    }
  },
  "manage.passwordResets.accept": {
    "status": 201,
    "body": {
      "person": {
        "id": 2,
        "name": "Nora Berg",
        "email": "nora@example.com",
        "language": "en",
        "theme": "system",
        "shortcuts": true,
        "roles": [
          {
            "site_id": 1,
            "role": "editor",
            "site_name": "Harbour Post"
          }
        ]
      }
    }
  },
  "notification": {
    "status": 200,
    "body": {
      "action": "update",
      "article": {
        "id": 2,
        "article_url": "how-to-read-the-harbours-flags",
        "author": "Eero Kallio",
        "body": "<p>The mast on the harbour office speaks all day, and hardly anyone listens. A short course.</p>\n<h3>The serious ones</h3>\n<ol>\n<li><strong>Blue and white, swallow-tailed:</strong> a diver is down. Slow, and wide.</li>\n<li><strong>Red, swallow-tailed:</strong> fuel is being pumped. No smoking, no welding, no bright ideas.</li>\n<li><strong>Yellow, square:</strong> a ship from abroad has not been cleared yet.</li>\n<li><strong>A black ball:</strong> somebody lies at anchor where you meant to go.</li>\n</ol>\n<h3>The local ones</h3>\n<p>A green pennant means that the herring price has changed. A white one with a fish means that it has changed for the better, and for whom is a question of which side of the scales you stand on.</p>\n<p>And the brown square with a white ring, which puzzles every visitor? It goes up at ten and at two. It means coffee, and it is the only signal in the harbour that is obeyed by all vessels.</p>",
        "cover_pos_x": 50,
        "cover_pos_y": 50,
        "cover_url": "http://localhost:4000/files/sites/1/column-e968c6ab65aa.webp",
        "display_style": "article",
        "pinned_index": null,
        "order_number": 1,
        "published_at": "2025-05-21T08:17:00Z",
        "published_at_l10n": "2025-05-21T11:17:00+03:00",
        "section_id": 1,
        "site_id": 1,
        "site_pinned_index": null,
        "site_order_number": 2,
        "source_url": null,
        "summary": "Brown square, white ring: coffee.",
        "tags": [
          "harbour",
          "flags"
        ],
        "title": "How to read the harbour’s flags",
        "type": "article",
        "url": "https://harbourpost.example/harbour-life/how-to-read-the-harbours-flags",
        "attachments": {}
      }
    }
  }
};
