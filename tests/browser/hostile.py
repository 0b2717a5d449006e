"""A thousand hostile strings: known script injections in many encodings."""

from itertools import product

_CALL = "window.ran=1"
_HOST = "http://127.0.0.1:{port}/leak"
_SEEDS = [
    f"<script>{_CALL}</script>",
    f"<img src=x onerror={_CALL}>",
    f"<svg onload={_CALL}>",
    f"<svg><script>{_CALL}</script></svg>",
    f"<iframe srcdoc='<script>parent.{_CALL}</script>'></iframe>",
    f"<iframe src='javascript:parent.{_CALL}'></iframe>",
    f"<body onload={_CALL}>",
    f"<details open ontoggle={_CALL}>",
    f"<input autofocus onfocus={_CALL}>",
    f"<video><source onerror={_CALL}></video>",
    f"<a href='javascript:{_CALL}'>x</a>",
    f"[x](javascript:{_CALL})",
    f"[x](JAVASCRIPT:{_CALL})",
    f"[x](java&#x73;cript:{_CALL})",
    f"<javascript:{_CALL}>",
    f"![x](javascript:{_CALL})",
    f"[a]: javascript:{_CALL}\n\n[a]",
    f"[x](data:text/html,<script>{_CALL}</script>)",
    f"[x](vbscript:{_CALL})",
    f"{{{{constructor.constructor('{_CALL}')()}}}}",
    f"${{{_CALL}}}",
    f"<template><script>{_CALL}</script></template>",
    f"<math><mtext></p><img src=x onerror={_CALL}>",
    f"<!--><img src=x onerror={_CALL}>-->",
    f"<noscript><p title='</noscript><img src=x onerror={_CALL}>'>",
    f"```html\n<script>{_CALL}</script>\n```",
    f'```x"onclick={_CALL}\ny\n```',
    f"| a |\n|-|\n| <img src=x onerror={_CALL}> |",
    f"![x]({_HOST})",
    f"<img src={_HOST}>",
    f"<link rel=stylesheet href={_HOST}>",
    f"<style>@import '{_HOST}'</style>",
    f"<style>*{{background:url({_HOST})}}</style>",
    f"<base href={_HOST}>",
    f"<meta http-equiv=refresh content='0;url={_HOST}'>",
    f"<object data={_HOST}>",
    f"<form action={_HOST}><button>x",
    f"<link rel=prefetch href={_HOST}>",
    f"[r]: {_HOST}\n\n![r]",
    "x\u202egnp.exe",
]
_DRESSES = [
    "{}",
    "'>{}",
    '">{}',
    "</title>{}",
    "</textarea>{}",
    "`{}",
    "-->{}",
    "]]>{}",
    "\u0000{}",
    "&lt;{}",
    "> {}",
    "- {}",
    "1. {}",
    "# {}",
    "**{}**",
    "[{}](https://a.example)",
    "{0}{0}",
    "\\{}",
    "<b>{}</b>",
    "\n\n{}\n\n",
    "\u2028{}",
    "%3Cscript%3E{}",
    "<a href=x>{}",
    "~~~\n{}\n~~~",
    "    {}",
]


def hostile_strings(port: int) -> list[str]:
    """Return the strings; their URLs point to a local port that records requests."""
    seeds = [seed.replace("{port}", str(port)) for seed in _SEEDS]
    dresses = [(dress.partition("{}") if "{}" in dress else None) for dress in _DRESSES]
    return [dress[0] + seed + dress[2] if dress else seed + seed for seed, dress in product(seeds, dresses)]
