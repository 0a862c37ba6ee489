//! Makes a PDF from the HTML of a sheet.
//!
//! Only the built-in fonts are used, so that every machine writes the same bytes.

/// Converts the HTML of a sheet to PDF.
///
/// # Errors
/// Returns a message that says why the PDF cannot be written.
#[cfg(feature = "pdf")]
pub fn html_to_pdf(html: &str, title: &str) -> Result<Vec<u8>, String> {
    use fulgur::{AssetBundle, Engine, Margin};

    let unable = |e: fulgur::Error| format!("the PDF cannot be written: {e}");
    let mut assets = AssetBundle::new();
    for face in super::font::FACES {
        assets.add_font_bytes(face.to_vec()).map_err(unable)?;
    }
    // Fonts embedded in the HTML are not read, so the whole fonts are selected by their own family name
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

/// Converts the HTML of a sheet to PDF. Not available in this build.
///
/// # Errors
/// Always returns a message that says how to get PDF support.
#[cfg(not(feature = "pdf"))]
pub fn html_to_pdf(_html: &str, _title: &str) -> Result<Vec<u8>, String> {
    Err(WITHOUT.to_owned())
}

/// Returns the message for builds without PDF support. `None` if this build has it.
pub fn why_no_pdf() -> Option<&'static str> {
    (!cfg!(feature = "pdf")).then_some(WITHOUT)
}

const WITHOUT: &str = "this program was built without PDF; build it with `cargo install --path . --features pdf`, \
                       or write HTML and print it from a browser, which keeps sizes and margins";
