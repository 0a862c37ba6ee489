//! PDF of the same HTML that a browser gets, with the fonts carried in the program and no others, so that every
//! machine writes the same bytes.

/// The PDF of a sheet.
///
/// # Errors
/// Why there is none, in words.
#[cfg(feature = "pdf")]
pub fn of(html: &str, title: &str) -> Result<Vec<u8>, String> {
    use fulgur::{AssetBundle, Engine, Margin};

    let unable = |e: fulgur::Error| format!("the PDF cannot be written: {e}");
    let mut assets = AssetBundle::new();
    for face in super::font::FACES {
        assets.add_font_bytes(face.to_vec()).map_err(unable)?;
    }
    // Fonts inside the HTML are not read, so the whole ones are called by their own name
    assets.add_css("body { font-family: \"DejaVu Sans\"; font-stretch: 87.5% } template { display: none }");
    let engine = Engine::builder()
        .assets(assets)
        .system_fonts(false)
        .margin(Margin::uniform(0.0))
        .title(title)
        .lang("en")
        .creator(concat!("muster ", env!("CARGO_PKG_VERSION")))
        .build();
    engine.render(html).map_err(unable)
}

/// The PDF of a sheet, which this program was built without.
///
/// # Errors
/// How to get it, always.
#[cfg(not(feature = "pdf"))]
pub fn of(_html: &str, _title: &str) -> Result<Vec<u8>, String> {
    Err(WITHOUT.to_owned())
}

/// What is said where the program was built without PDF; nothing where it was built with it.
pub fn without() -> Option<&'static str> {
    (!cfg!(feature = "pdf")).then_some(WITHOUT)
}

const WITHOUT: &str = "this program was built without PDF; build it with `cargo install --path . --features pdf`, \
                       or write HTML and print it from a browser, which keeps sizes and margins";
